import { createHash } from 'node:crypto';
import type { Import } from '#schemas/generated/types.ts';

export type Encoding = Import['encoding'];

/** Bytes buffered from the beginning and the end of a file. */
export const sniffedBytes = 262_144;
const tailLength = 65_536;

/** What was detected about a file while its bytes passed through. */
export interface SniffedFile {
  encoding: Encoding;
  /** Why the file cannot be read as text; undefined if it can. */
  fault: string | undefined;
  /** Its beginning, decoded. */
  head: string;
  /** The digest of its bytes. */
  digest: string;
  /** Whether more follows after the beginning. */
  isMore: boolean;
  /** Its last complete lines and the number of the first of them, if more follows; totals are often there. */
  end?: { text: string; line: number } | undefined;
}

/**
 * Passes bytes through and detects their character encoding: by a byte order mark, by the zero bytes of UTF-16, as
 * UTF-8 if all bytes are valid, else Windows-1252, which spreadsheets write, or Mac Roman.
 */
export function sniffEncoding(bytes: AsyncIterable<Buffer>): {
  bytes: AsyncGenerator<Buffer>;
  result: () => SniffedFile;
} {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const seen = { head: Buffer.alloc(0), tail: Buffer.alloc(0), size: 0, breaks: 0, isUtf8: true };
  const hash = createHash('sha256');
  const validateUtf8 = (chunk: Buffer, isEnd: boolean) => {
    if (!seen.isUtf8) return;
    try {
      utf8.decode(chunk, { stream: !isEnd });
    } catch {
      seen.isUtf8 = false;
    }
  };
  async function* passThrough() {
    for await (const chunk of bytes) {
      validateUtf8(chunk, false);
      hash.update(chunk);
      seen.size += chunk.length;
      if (seen.head.length < sniffedBytes)
        seen.head = Buffer.concat([seen.head, chunk.subarray(0, sniffedBytes - seen.head.length)]);
      seen.tail = Buffer.concat([seen.tail, chunk.subarray(-tailLength)]).subarray(-tailLength);
      seen.breaks += breaksIn(chunk);
      yield chunk;
    }
    validateUtf8(Buffer.alloc(0), true);
  }
  const result = (): SniffedFile => {
    const { head, tail, size, breaks, isUtf8 } = seen;
    const encoding = encodingOf(head, isUtf8);
    const isMore = size > head.length;
    const text = decode(head, encoding);
    const from = tail.indexOf(lineBreak) + 1;
    const isReadable = isMore && from > 0 && (encoding === 'utf-8' || encoding === 'windows-1252');
    const last = isReadable ? tail.subarray(from) : undefined;
    const end = last && { text: decode(last, encoding), line: breaks - breaksIn(last) + 1 };
    return { encoding, fault: faultOf(text), head: text, digest: hash.copy().digest('hex'), isMore, end };
  };
  return { bytes: passThrough(), result };
}

/**
 * Decodes the beginning of bytes; an incomplete character at the end is left out. Streaming, because Node 20 otherwise
 * decodes Windows-1252 as Latin-1.
 */
export const decode = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true });

const lineBreak = 10;
const carriageReturn = 13;

function breaksIn(bytes: Buffer): number {
  let breaks = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) breaks += 1;
  return breaks;
}

function encodingOf(head: Buffer, isUtf8: boolean): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // In UTF-16 every second byte of Latin text is zero.
  const zeros = (from: number) => head.subarray(0, 512).filter((byte, at) => at % 2 === from && byte === 0).length;
  const half = Math.min(head.length, 512) / 4;
  if (zeros(1) > half) return 'utf-16le';
  if (zeros(0) > half) return 'utf-16be';
  if (isUtf8) return 'utf-8';
  // Excel for Mac ends lines with a carriage return only.
  return head.includes(carriageReturn) && !head.includes(lineBreak) ? 'macintosh' : 'windows-1252';
}

/** How texts begin that contain no rows. Many programs name a web page .xls, since Excel opens it. */
const documents: [RegExp, string][] = [
  [/^%PDF-/, 'a PDF document'],
  [/^\{\\rtf/, 'an RTF document'],
  [/^<(?:!doctype html|html|head|meta|style|table)\b/i, 'a web page (HTML)'],
  [/^<\?xml\b/, 'an XML document'],
  [/^(?:\[\s*[[{]|\{\s*")/, 'a JSON document'],
];

function faultOf(text: string): string | undefined {
  if (text.includes('\0'))
    return 'This is neither a text file nor an Excel workbook (.xlsx): save the sheet as CSV and choose that file';
  const start = text.slice(0, 200).replace(/^\ufeff?\s*/, '');
  const [, name] = documents.find(([beginning]) => beginning.test(start)) ?? [];
  return name && `This is ${name}: open it in a spreadsheet program, save it as CSV, and choose that file`;
}

/** Transcodes bytes to UTF-8. */
export async function* toUtf8(bytes: AsyncIterable<unknown>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  for await (const chunk of bytes) {
    if (!(chunk instanceof Uint8Array)) throw new Error('The file store must return bytes');
    yield decoder
      ? Buffer.from(decoder.decode(chunk, { stream: true }))
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }
}

/** Decodes the beginning of a stored file in the encoding that was chosen for it. */
export async function decodeHead(bytes: AsyncIterable<unknown>, encoding: Encoding): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of toUtf8(bytes, encoding)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
