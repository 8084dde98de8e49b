import { afterAll, describe, expect, it } from 'vitest';
import { setClock } from '#api/platform/clock/clock.ts';
import { otherPlaces } from './typed-places-outside-forms.ts';
import { type MatrixField, type TypedPlace, typedPlaces } from './typed-value-places.ts';

/** A case: what is typed key by key, and what the field then shows, stores and reports. */
interface MatrixCase extends MatrixField {
  typed: string;
  shown: string;
  stored: unknown;
  message?: string;
}

const signs = {
  plus: (text: string) => text,
  minus: (text: string) => `-${text}`,
  parentheses: (text: string) => `(${text})`,
};

/** Calculated on the digits alone, independently of the product's arithmetic. */
function numberCase(field: MatrixField, sign: keyof typeof signs, digits: string): MatrixCase {
  const [whole = '', decimals = ''] = digits.split('.');
  const fraction = (field.precision === undefined ? decimals : decimals.slice(0, field.precision)).replace(/0+$/, '');
  const cut = field.precision === undefined ? '' : decimals.slice(field.precision).replace(/0+$/, '');
  const shownDecimals = fraction.padEnd(field.precision ?? (field.input === 'money' ? 2 : 0), '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const shown = [
    sign === 'plus' ? '' : '-',
    field.input === 'money' ? '$' : '',
    grouped,
    shownDecimals && `.${shownDecimals}`,
  ].join('');
  const stored = Number(`${sign === 'plus' ? '' : '-'}${whole}.${fraction || '0'}`);
  const limit = field.precision === 1 ? 'at most 1 decimal' : `at most ${field.precision} decimals`;
  const message = `Stored as ${shown}: ${field.precision === 0 ? 'no decimals allowed' : limit}`;
  return { ...field, typed: signs[sign](digits), shown, stored, ...(cut === '' ? {} : { message }) };
}

const numbers = ['7', '7.50', '2.25', '19.999', '45.0075', '1234.5'];
const precisions = [undefined, 0, 1, 2, 4];
const numberCases = (['number', 'money'] as const).flatMap((input) =>
  precisions.flatMap((precision) =>
    (['plus', 'minus', 'parentheses'] as const).flatMap((sign) =>
      numbers.map((digits) => numberCase({ input, ...(precision === undefined ? {} : { precision }) }, sign, digits)),
    ),
  ),
);

const dateCases: MatrixCase[] = [
  ...['3/31/2026', '2026-03-31', '2026/03/31', '3/31/26', '31-Mar-26', 'March 31, 2026', 'Mar 31, 2026'].map(
    (typed): MatrixCase => ({ input: 'day', typed, shown: '3/31/2026', stored: '2026-03-31' }),
  ),
  { input: 'day', typed: 'Mar 31', shown: '3/31/2027', stored: '2027-03-31' },
  { input: 'day', typed: 't', shown: '11/25/2026', stored: '2026-11-25' },
  { input: 'day', typed: '+7', shown: '12/2/2026', stored: '2026-12-02' },
  ...['3/31/', '2/30/2026', '0026-03-31', 'soon'].map(
    (typed): MatrixCase => ({ input: 'day', typed, shown: typed, stored: typed }),
  ),
  ...['3/2026', '2026-03', 'March 2026', '3/31/2026'].map(
    (typed): MatrixCase => ({ input: 'month', typed, shown: 'March 2026', stored: '2026-03-01' }),
  ),
  ...['3/31/2026 8:30 PM', '2026-03-31T20:30', 'March 31, 2026 at 8:30pm'].map(
    (typed): MatrixCase => ({
      ...{ input: 'moment', typed },
      ...{ shown: '3/31/2026 8:30 PM', stored: '2026-03-31T20:30:00.000Z' },
    }),
  ),
  { input: 'moment', typed: '3/31/2026', shown: '3/31/2026', stored: '2026-03-31' },
  { input: 'moment', typed: '3/31/2026 8:', shown: '3/31/2026 8:', stored: '3/31/2026 8:' },
  ...['9:30', '9:30 AM', '930', '09:30'].map(
    (typed): MatrixCase => ({ input: 'time', typed, shown: '9:30 AM', stored: '09:30' }),
  ),
  { input: 'time', typed: '9:', shown: '9:', stored: '9:' },
  { input: 'time', typed: '25:00', shown: '25:00', stored: '25:00' },
];

const unreadNumbers = ['200.5.0', '1.234,50', 'abc', '1,2'].map(
  (typed): MatrixCase => ({ input: 'number', precision: 2, typed, shown: typed, stored: typed }),
);
const cases = [...numberCases, ...unreadNumbers, ...dateCases];

const places = [...typedPlaces, ...otherPlaces];

/**
 * The cases of a place: all of them where digits are cut off; elsewhere those without a precision and those that cannot
 * be parsed.
 */
const casesIn = ({ inputs }: TypedPlace) =>
  inputs === undefined
    ? cases
    : cases.filter(
        ({ input, precision, typed, stored }) =>
          inputs.includes(input) && (precision === undefined || stored === typed),
      );
const caseCount = places.reduce((count, place) => count + casesIn(place).length, 0);

/** A line is stored by the server, with its own clock. */
afterAll(setClock(() => Date.parse('2026-11-25T12:00:00Z')));

/** The passed cases with the places they passed in. */
const passed = new Map<MatrixCase, string[]>();

describe.each(places)('typing into a $name', (place) => {
  const { storedAs = (value: unknown) => value } = place;
  it.each(casesIn(place))('$input with $precision decimals: $typed is shown as $shown', (each) => {
    const field = place.open(each);
    for (let keys = 1; keys <= each.typed.length; keys += 1) {
      const text = each.typed.slice(0, keys);
      field.type(text);
      expect(field.shown()).toBe(text);
      field.save();
      expect(field.shown()).toBe(text);
    }
    field.leave();
    expect({ shown: field.shown(), stored: field.stored(), message: field.messages() }).toEqual({
      ...{ shown: each.shown, stored: storedAs(each.stored, each.input), message: each.message },
    });
    field.save();
    expect(field.shown()).toBe(each.shown);
    passed.set(each, [...(passed.get(each) ?? []), place.name]);
  });
});

it('the matrix of typed values has at least 300 cases', () => {
  expect(caseCount).toBeGreaterThanOrEqual(300);
});

afterAll(() => {
  const head = ['input', 'precision', 'typed', 'shown', 'stored', 'said', 'right in'];
  const rows = cases.map((each) => [
    ...[
      each.input,
      String(each.precision ?? ''),
      each.typed,
      each.shown,
      JSON.stringify(each.stored),
      each.message ?? '',
    ],
    passed.get(each)?.join(', ') ?? 'no place',
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = [...passed.values()].flat().length;
  process.stdout.write(`${lines.join('\n')}\n${count} of ${caseCount} cases right\n`);
});
