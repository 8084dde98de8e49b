import type { Import } from '#schemas/generated/types.ts';

export type Encoding = Import['encoding'];

/** So much of the beginning, and of the end, is kept to look at; bytes. */
export const headLength = 262_144;
const tailLength = 65_536;

/** What the bytes of a file tell about it while they pass by. */
export interface Sniffed {
  encoding: Encoding;
  /** Why it is no text that can be read; undefined of one that can. */
  fault: string | undefined;
  /** Its beginning, as text. */
  head: string;
  /** Whether more of it follows. */
  isMore: boolean;
  /** Its end where more follows: whole lines, and the number of the first of them. Totals stand there. */
  end?: { text: string; line: number } | undefined;
}

/**
 * Lets bytes pass, and tells afterwards in which encoding they are: by a mark at their beginning, by the zeros of UTF-16, as UTF-8
 * when all of them are, else as Windows-1252, which spreadsheets write.
 */
export function sniffing(bytes: AsyncIterable<Buffer>): { bytes: AsyncGenerator<Buffer>; told: () => Sniffed } {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const seen = { head: Buffer.alloc(0), tail: Buffer.alloc(0), size: 0, breaks: 0, isUtf8: true };
  const look = (chunk: Buffer, isEnd: boolean) => {
    if (!seen.isUtf8) return;
    try {
      utf8.decode(chunk, { stream: !isEnd });
    } catch {
      seen.isUtf8 = false;
    }
  };
  async function* passing() {
    for await (const chunk of bytes) {
      look(chunk, false);
      seen.size += chunk.length;
      if (seen.head.length < headLength)
        seen.head = Buffer.concat([seen.head, chunk.subarray(0, headLength - seen.head.length)]);
      seen.tail = Buffer.concat([seen.tail, chunk.subarray(-tailLength)]).subarray(-tailLength);
      seen.breaks += breaksIn(chunk);
      yield chunk;
    }
    look(Buffer.alloc(0), true);
  }
  const told = (): Sniffed => {
    const { head, tail, size, breaks, isUtf8 } = seen;
    const encoding = encodingOf(head, isUtf8);
    const isMore = size > head.length;
    const text = new TextDecoder(encoding).decode(head, { stream: isMore });
    const from = tail.indexOf(lineBreak) + 1;
    const isReadable = isMore && from > 0 && (encoding === 'utf-8' || encoding === 'windows-1252');
    const last = isReadable ? tail.subarray(from) : undefined;
    const end = last && { text: new TextDecoder(encoding).decode(last), line: breaks - breaksIn(last) + 1 };
    return { encoding, fault: faultOf(head, text), head: text, isMore, end };
  };
  return { bytes: passing(), told };
}

const lineBreak = 10;

function breaksIn(bytes: Buffer): number {
  let breaks = 0;
  for (let at = bytes.indexOf(lineBreak); at >= 0; at = bytes.indexOf(lineBreak, at + 1)) breaks += 1;
  return breaks;
}

function encodingOf(head: Buffer, isUtf8: boolean): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Of Latin letters in UTF-16 every other byte is zero.
  const zeros = (from: number) => head.subarray(0, 512).filter((byte, at) => at % 2 === from && byte === 0).length;
  const half = Math.min(head.length, 512) / 4;
  if (zeros(1) > half) return 'utf-16le';
  if (zeros(0) > half) return 'utf-16be';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

function faultOf(head: Buffer, text: string): string | undefined {
  if (head.subarray(0, 2).toString('latin1') === 'PK')
    return 'This is a workbook or an archive: save the sheet as CSV and choose that file';
  if (text.includes('\0')) return 'This is no text: save the sheet as CSV and choose that file';
  return undefined;
}

/** Bytes in any of the encodings as bytes in UTF-8. */
export async function* inUtf8(bytes: AsyncIterable<unknown>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  for await (const chunk of bytes) {
    if (!(chunk instanceof Uint8Array)) throw new Error('A file store gives bytes');
    yield decoder
      ? Buffer.from(decoder.decode(chunk, { stream: true }))
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }
}
