/**
 * Does `work` and renews its lease of so many milliseconds meanwhile. A lease is a time until which something is somebody's, by
 * the one clock: all processes have the database's. What is lost all the same is seen when it is ended.
 */
export async function whileRenewing<T>(
  { lease, renew }: { lease: number; renew: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  // Trouble with the lease is no trouble of the work, which meets the same by itself, and whose lease runs out.
  const ignore = () => undefined;
  const renewing = setInterval(() => void renew().catch(ignore), lease / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
