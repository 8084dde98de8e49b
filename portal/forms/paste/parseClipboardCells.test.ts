import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseClipboardCells } from './parseClipboardCells.ts';

it.each([
  ['a', [['a']]],
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\r\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
  ['12" pipe\tb', [['12" pipe', 'b']]],
  ['"open\tb', [['"open', 'b']]],
  ['', [['']]],
])('parses %j into the cells %j', (text, cells) => {
  expect(parseClipboardCells(text)).toEqual(cells);
});

it('round-trips any cells that a spreadsheet copies', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\t', '\n', 'é'), maxLength: 4 });
  const quoted = (cell: string) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), (rows) => {
      const copied = `${rows.map((row) => row.map(quoted).join('\t')).join('\n')}\n`;
      expect(parseClipboardCells(copied)).toEqual(rows);
    }),
  );
});
