/** Slowest supported connection, in bytes per second. */
const minThroughput = 65_536;
/** Base timeout of every request; milliseconds. */
const baseTimeout = 60_000;

/** Returns the timeout for transferring this number of bytes, in milliseconds. */
export function transferTimeout(bytes: number): number {
  return baseTimeout + Math.ceil((bytes / minThroughput) * 1_000);
}
