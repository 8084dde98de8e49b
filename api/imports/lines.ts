import type { Import } from '#schemas/generated/types.ts';
import { type Line, RowReader, Unreadable } from './row-reader.ts';

export type Separator = Import['separator'];

/** So many rows are handed on at once, or fewer of so many bytes: a file may have few and long ones. */
const most = { rows: 2_000, bytes: 2 ** 22 };

/** The rows of a file in UTF-8, many at a time. Throws Unreadable behind those that can be read. */
export async function* linesOf(bytes: AsyncIterable<Buffer>, separator: Separator): AsyncGenerator<Line[]> {
  const reader = new RowReader(separator);
  const lines: Line[] = [];
  let held = 0;
  try {
    for await (const chunk of bytes) {
      reader.read(chunk, lines);
      held += chunk.length;
      while (lines.length >= most.rows || (lines.length > 0 && held >= most.bytes)) {
        yield lines.splice(0, most.rows);
        held = 0;
      }
    }
    reader.end(lines);
  } catch (error) {
    if (error instanceof Unreadable && lines.length > 0) yield lines;
    throw error;
  }
  if (lines.length > 0) yield lines;
}

/** What is known of a file before all of it is read. */
export interface Beginning {
  text: string;
  /** Whether that is the whole file: else its last row may be cut off. */
  isWhole: boolean;
  separator: Separator;
  most: number;
}

/** The first rows of a file. Throws Unreadable. */
export function firstLines({ text, isWhole, separator, most }: Beginning): Line[] {
  const reader = new RowReader(separator);
  const lines: Line[] = [];
  try {
    reader.read(Buffer.from(text), lines, most);
    // A first row that does not end in the beginning is looked at as far as it is there.
    if (lines.length === 0 || (isWhole && lines.length < most)) reader.end(lines);
  } catch (error) {
    if (lines.length === 0 || isWhole) throw error;
  }
  return lines;
}

/** Which mark stands between the cells of the first line, outside of quotes. */
export function separatorOf(text: string): Separator {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const marks: Separator[] = [',', ';', '\t', '|'];
  const counts = marks.map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}
