/**
 * A lease is a time in the database until which a record, or a lock, is somebody's. It is told by the server's clock alone
 * (`$$NOW`, which only pipelines know): those of two processes differ, and one that is fast would take what another holds.
 */
export const fromNow = (milliseconds: number) => ({ $add: ['$$NOW', milliseconds] });

/** Does `work` and renews its lease of so many milliseconds meanwhile. What is lost all the same is seen when it is ended. */
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
