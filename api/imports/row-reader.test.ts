import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, longestRow, RowReader } from './row-reader.ts';

/** What comes of a file that arrives in chunks of so many bytes. */
function read(file: string | Buffer, size = 1_000_000, separator = ','): Line[] {
  const [bytes, lines, reader] = [Buffer.from(file), [] as Line[], new RowReader(separator)];
  for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size), lines);
  reader.end(lines);
  return lines;
}

const cellsOf = (file: string, separator?: string) => read(file, 7, separator).map(({ cells }) => cells);
const written = (cell: string, isQuoted: boolean) =>
  isQuoted || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

describe('a file of rows', () => {
  it('is read as it was written, wherever its chunks end', () => {
    const cell = fc.tuple(fc.oneof(fc.string(), fc.constantFrom('"', 'Zürich 🎉', '\r\n', ',', '')), fc.boolean());
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(rows, ends, fc.integer({ min: 1, max: 9 }), fc.boolean(), (wanted, end, size, isMarked) => {
        const text = wanted.map((row) => row.map(([each, isQuoted]) => written(each, isQuoted)).join()).join(end);
        const found = read(`${isMarked ? '\ufeff' : ''}${text}`, size);
        expect(found.map(({ cells }) => cells)).toEqual(wanted.map((row) => row.map(([each]) => each)));
      }),
    );
  });

  it.each<[string, string, string[][]]>([
    ['ends without a line break', 'a,b', [['a', 'b']]],
    ['ends with an empty cell', 'a,', [['a', '']]],
    ['has empty lines', '\n\r\na\n\n', [['a']]],
    ['has an empty cell in quotes', '""\n', [['']]],
    ['holds nothing', '', []],
  ])('that %s is read', (_name, file, cells) => {
    expect(cellsOf(file)).toEqual(cells);
  });

  it('has other separators, and says on which line each row begins', () => {
    expect(cellsOf('a;"b;c"\n', ';')).toEqual([['a', 'b;c']]);
    expect(read('a\n\n"b\nc"\nd', 3).map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    ['a quote inside of a cell', 'a\nb"c\n', 2, /inside of a cell/],
    ['text behind a quote', '"a"b\n', 1, /closing quote/],
    ['a quote that never ends', 'a\n\n"b\nc', 3, /never ends/],
    ['a row without an end', `a\n${'x'.repeat(longestRow + 1)}`, 2, /longer than 1,000,000/],
  ])('with %s can not be read from there on', (_name, file, line, message) => {
    const lines: Line[] = [];
    const reading = () => {
      const reader = new RowReader(',');
      reader.read(Buffer.from(file), lines);
      reader.end(lines);
    };
    expect(reading).toThrow(expect.objectContaining({ line, message: expect.stringMatching(message) }));
    expect(lines).toHaveLength(line === 1 ? 0 : 1);
  });
});
