import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRow, maxRowLength, parseCsv, type Separator } from './csv-rows.ts';

/** Parses a file that arrives in chunks of `size` bytes. */
async function read(file: string, { size = 1_000_000, separator = ',' as Separator } = {}): Promise<CsvRow[]> {
  const [bytes, lines] = [Buffer.from(file), [] as CsvRow[]];
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  for await (const found of parseCsv(toStream(chunks), separator)) lines.push(...found);
  return lines;
}

async function* toStream(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const cellsOf = async (file: string, separator?: Separator) =>
  (await read(file, { size: 7, ...(separator && { separator }) })).map(({ cells }) => cells);
const toCsv = (cell: string, isQuoted: boolean) =>
  isQuoted || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

describe('linesOf', () => {
  it('returns the cells as written, wherever chunks end', async () => {
    const cell = fc.tuple(fc.oneof(fc.string(), fc.constantFrom('"', 'Zürich 🎉', '\r\n', ',', '')), fc.boolean());
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    const ends = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(
        rows,
        ends,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (expected, end, size, isMarked) => {
          const text = expected.map((row) => row.map(([each, isQuoted]) => toCsv(each, isQuoted)).join()).join(end);
          const found = await read(`${isMarked ? '\ufeff' : ''}${text}`, { size });
          expect(found.map(({ cells }) => cells)).toEqual(expected.map((row) => row.map(([each]) => each)));
        },
      ),
    );
  });

  it.each<[string, string, string[][]]>([
    ['ends without a line break', 'a,b', [['a', 'b']]],
    ['ends with an empty cell', 'a,', [['a', '']]],
    ['has empty lines', '\n\r\na\n\n', [['a']]],
    ['has an empty quoted cell', '""\n', [['']]],
    ['is empty', '', []],
    ['has an inch mark inside a cell', 'a,5" Sub Shop\n', [['a', '5" Sub Shop']]],
    ['has text after a closing quote', '"a"b,c\n', [['"a"b', 'c']]],
    ['ends its lines with carriage returns', 'a\rb\r', [['a'], ['b']]],
  ])('reads a file that %s', async (_name, file, cells) => {
    expect(await cellsOf(file)).toEqual(cells);
  });

  it('supports other separators and returns the line on which each row starts', async () => {
    expect(await cellsOf('a;"b;c"\n', ';')).toEqual([['a', 'b;c']]);
    expect((await read('a\n\n"b\nc"\nd', { size: 3 })).map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    ['an unclosed quote', 'a\n"b\nc', 2, /never closed/],
    ['a row above the length limit', `a\n${'x'.repeat(maxRowLength + 9)}\nb`, 2, /longer than 1,000,000/],
  ])('rejects a file with %s from that line on', async (_name, file, line, message) => {
    await expect(read(file)).rejects.toThrow(
      expect.objectContaining({ line, message: expect.stringMatching(message) }),
    );
  });
});
