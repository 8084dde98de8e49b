/** The slowest line that is served, in bytes for each second. */
const slowest = 65_536;
/** What every call may take; milliseconds. */
const usual = 60_000;

/** How long a file of so many bytes may take to come or to go. Milliseconds. */
export function transferTimeout(bytes: number): number {
  return usual + Math.ceil((bytes / slowest) * 1_000);
}
