import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, escapeGuard } from './csv.ts';
import { decimalText, type ExportCell } from './export-rows.ts';

const column = { label: 'A', kind: 'text', valueKind: 'text', decimals: 2, isFree: false, isHidden: false } as const;

/** Characters that need quotes, an apostrophe or neither. */
const character = fc.constantFrom(...'\',"\n\r\t=+-@;a '.split(''), '\uff1d', '\uff0b', '\uff0d', '\uff20', 'é', '😀');

test('a line has the bytes of csv-stringify with its escape of formulas', () => {
  const cell = fc.oneof(fc.string({ unit: character, maxLength: 5 }), fc.double(), fc.integer(), fc.boolean());
  const cells = fc.array<ExportCell>(fc.option(cell, { nil: undefined }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(cells, (line) => {
      const columns = line.map((_, index) => ({ ...column, name: `a${index}` }));
      const cast = { number: (value: number) => decimalText(value, 2), boolean: String, string: escapeGuard };
      expect(csvLine(line, columns)).toBe(stringify([line], { escape_formulas: true, cast }));
    }),
    { numRuns: 2_000 },
  );
});
