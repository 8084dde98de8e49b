const quote = 0x22;
const lineEnd = 0x0a;

/** Counts the rows of a CSV as its bytes come, the head not among them; a line end within quotes ends none. */
export function csvRows(): (bytes: Uint8Array) => number {
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
