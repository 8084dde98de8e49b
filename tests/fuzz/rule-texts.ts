import fc from 'fast-check';
import { BUILT_INS } from '#grammar/helpers/built-ins.ts';
import { KEYWORDS } from '#grammar/syntax/words.ts';
import { readCases } from '#tests/rules/case.ts';
import { randomPrograms } from '#tests/rules/interpreter/programs.ts';

/** The tokens of the grammar. */
const pieces = [
  ...KEYWORDS,
  ...Array.from(BUILT_INS.keys(), (name) => `:${name}`),
  ...['$n', '$text', '$list', '$rows', '$rec.b.c', '$missing', '$v', '$__proto__', '$constructor', 'it.q', 'this'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    ':',
    ';',
    '"',
    '\\',
    '\n',
    '//',
    '/*',
    '*/',
    '$',
    '@',
    '\u0000',
    '\ud800',
  ],
  ...['+', '-', '*', '/', '%', '=', '==', '!=', '<', '<=', '>', '>=', '!', '+=', '-=', '*=', '/='],
  ...['0', '1', '2.5', '1e309', '9'.repeat(40), '0.1', '"a"', '"{$n}"', '""', '3 days', '1,000'],
];

const sources = readCases()
  .map(({ source }) => source)
  .filter(({ length }) => length < 5_000);

const valid = fc.oneof(randomPrograms, fc.constantFrom(...sources));

interface Edit {
  kind: 'cut' | 'insert' | 'repeat' | 'nest' | 'graft';
  at: number;
  length: number;
  piece: string;
}

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('cut', 'insert', 'repeat', 'nest', 'graft'),
  at: fc.nat(),
  length: fc.nat({ max: 40 }),
  piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })),
});

/** Generates texts from invalid to valid: sequences of grammar tokens, and mutated valid scripts. */
export const ruleTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: valid },
  {
    weight: 6,
    arbitrary: fc
      .tuple(valid, fc.array(edits, { minLength: 1, maxLength: 4 }), fc.constantFrom(...sources))
      .map(([source, all, other]) => all.reduce((text, edit) => edited(text, edit, other), source)),
  },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((all) => all.join(' ')) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 30_000 }))
      .map(([piece, times]) => piece.repeat(times).slice(0, 70_000)),
  },
);

function edited(text: string, { kind, at, length, piece }: Edit, other: string): string {
  const from = at % (text.length + 1);
  const [before, part, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  switch (kind) {
    case 'cut':
      return before + after;
    case 'insert':
      return `${before}${piece}${part}${after}`;
    case 'repeat':
      return before + part.repeat(1 + (at % 200)) + after;
    case 'nest':
      return `${before}${'('.repeat(at % 120)}${part}${')'.repeat(at % 120)}${after}`;
    case 'graft':
      return before + other.slice(at % (other.length + 1)) + after;
  }
}
