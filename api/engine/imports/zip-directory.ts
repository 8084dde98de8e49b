// Checks the directory of a zip archive, such as an Excel workbook, before anything in it is decompressed.

/** Limits of a workbook: entries, bytes once decompressed, and how much they may shrink. */
const limits = { entries: 1_000, bytes: 100 * 2 ** 20, ratio: 250 };
/** Archives that are smaller once decompressed may shrink by any ratio; bytes. */
const smallBytes = 10 * 2 ** 20;

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const sizes = { entry: 46, end: 22, comment: 65_535 };
/** Stands for a number that only the 64-bit format can contain. */
const tooLarge = 0xffffffff;

/** Whether a file begins like a zip archive. */
export const isZip = (head: Buffer): boolean => head.length >= 4 && head.readUInt32LE(0) === signatures.file;

/**
 * Returns why an archive must not be decompressed, from the sizes in its directory: too many entries, too large, or
 * suspiciously small for its content (zip bomb). Undefined if it may be.
 */
export function zipFault(bytes: Buffer): string | undefined {
  const end = endOf(bytes);
  if (end === undefined) return 'The file is damaged or incomplete';
  const entries = bytes.readUInt16LE(end + 10);
  if (entries > limits.entries) return `The workbook has more than ${limits.entries.toLocaleString('en-US')} parts`;
  let at = bytes.readUInt32LE(end + 16);
  const total = { packed: 0, bytes: 0 };
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + sizes.entry > end || bytes.readUInt32LE(at) !== signatures.entry)
      return 'The file is damaged or incomplete';
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    if (packed === tooLarge || size === tooLarge) return 'The workbook is too large';
    total.packed += packed;
    total.bytes += size;
    at += sizes.entry + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  // Entries that overlap would be counted once here, but decompressed once each.
  if (total.packed > bytes.length) return 'The file is damaged or incomplete';
  if (total.bytes > limits.bytes) return 'The workbook is too large';
  if (total.bytes > smallBytes && total.bytes > limits.ratio * total.packed)
    return 'The workbook is compressed too much to be opened safely';
  return undefined;
}

/** The position of the record at the end of the archive; undefined if there is none. */
function endOf(bytes: Buffer): number | undefined {
  const last = bytes.length - sizes.end;
  for (let at = last; at >= 0 && at >= last - sizes.comment; at -= 1)
    if (bytes.readUInt32LE(at) === signatures.end) return at;
  return undefined;
}
