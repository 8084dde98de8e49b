const quote = 0x22;
const lineEnd = 0x0a;

/**
 * Returns a streaming counter of CSV rows: pass it each chunk, it returns the rows so far, without the header. Line
 * breaks inside quotes do not count.
 */
export function createCsvRowCounter(): (bytes: Uint8Array) => number {
  let ends = 0;
  let isQuoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) ends += 1;
    }
    return Math.max(0, ends - 1);
  };
}
