/**
 * Runs `work` while renewing its lease every quarter of `lease` milliseconds. A lease is an expiry time measured by the
 * shared database clock. A lease that is lost nevertheless is noticed when the work completes.
 */
export async function withLeaseRenewal<T>(
  { lease, renew }: { lease: number; renew: () => Promise<unknown> },
  work: () => Promise<T>,
): Promise<T> {
  // Ignore renewal errors: the work runs into the same database errors itself, and the lease expires.
  const ignore = () => undefined;
  const renewing = setInterval(() => void renew().catch(ignore), lease / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
