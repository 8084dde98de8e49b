import { describe, expect, it } from 'vitest';
import { container, formOf, schemaOf, table, testContext, widget } from '#tests/forms/form-builders.ts';
import { openDesign, serializeDesign } from '../designing/design.ts';
import { renameKey } from '../designing/rename-key.ts';
import { applySteps } from '../designing/steps.ts';
import { lintForm } from '../publishing/lint-form.ts';
import { createFilling } from './filling/filling.ts';
import type { FormValues } from './form.ts';
import { tableTotals } from './table-totals.ts';

const columns = [
  widget('text_input', 'station', { emptyUntilAnswered: true }),
  container([widget('number_input', 'spots', { precision: 0, emptyUntilAnswered: true })]),
  widget('number_input', 'price', { money: 'shown', emptyUntilAnswered: true }),
];
const flights = (totals: object[]) => table('flights', columns, { totals });

function totalsOf(totals: object[], rows: FormValues[], widgets = [flights(totals)]): string[] {
  const form = formOf(...widgets);
  const { top } = createFilling(form, { flights: rows }, testContext(), { calculation: 'calculated' });
  const found = form.widgets.find((each) => each.type === 'table');
  if (found?.type !== 'table') throw new Error('The form has no table');
  return [...tableTotals(found, top)].flatMap(([number, shown]) => {
    const column = form.widgets[number];
    return shown.map(({ show, text }) => `${column && column.type !== 'broken' ? column.key : ''} ${show} ${text}`);
  });
}

describe('the totals of a table', () => {
  const all = [
    { column: 'station', show: 'count' },
    { column: 'spots', show: 'sum' },
    { column: 'spots', show: 'average' },
    { column: 'price', show: 'sum' },
    { column: 'price', show: 'average' },
  ];

  it('are exact sums, averages and numbers of answers, in the format of their columns', () => {
    const rows = [
      { _id: 'a', station: 'North', spots: 1000, price: 0.1 },
      { _id: 'b', station: ' ', spots: 235, price: 0.2 },
      { _id: 'c', station: 'South', price: 1200.55 },
      { _id: 'd' },
    ];
    expect(totalsOf(all, rows)).toEqual([
      'station count 2',
      'spots sum 1,235',
      'spots average 617.5',
      'price sum $1,200.85',
      'price average $400.28',
    ]);
  });

  it('are empty without an answer, and count no text that is no number', () => {
    expect(totalsOf(all, [{ _id: 'a', spots: 'many' }])).toEqual([
      ...['station count 0', 'spots sum ', 'spots average ', 'price sum ', 'price average '],
    ]);
  });

  it('leave out hidden cells', () => {
    const hidden = table(
      'flights',
      [widget('checkbox', 'free'), widget('number_input', 'price', {}, { conditionalScript: '!$free' })],
      { totals: [{ column: 'price', show: 'sum' }] },
    );
    const rows = [
      { _id: 'a', free: true, price: 5 },
      { _id: 'b', free: false, price: 7 },
    ];
    expect(totalsOf([], rows, [hidden])).toEqual(['price sum 7']);
  });

  it('that cannot be shown are warnings at their property', () => {
    const form = formOf(
      widget('text_input', 'a', {}, 'A'),
      table(
        'flights',
        columns,
        {
          totals: [
            { column: 'a', show: 'sum' },
            { column: 'station', show: 'sum' },
          ],
        },
        { label: 'Flights' },
      ),
    );
    const warnings = lintForm(form).filter(({ path }) => path.includes('/totals/'));
    expect(warnings.map(({ message }) => message)).toEqual([
      'Flights has a total of a, which is not one of its columns',
      'Flights cannot show the sum of station: only numbers have one',
    ]);
  });

  it('follow when the key of their column is renamed', () => {
    const opened = openDesign(schemaOf(flights(all)), () => Math.random().toString(36).slice(2, 12));
    if (!('design' in opened)) throw new Error('The form cannot be opened');
    const spots =
      JSON.stringify(serializeDesign(opened.design)).match(/"id":"([^"]+)","meta":\{"key":"spots"/)?.[1] ?? '';
    const renamed = renameKey(opened.design, spots, 'airings');
    if ('rejected' in renamed) throw new Error(renamed.rejected);
    const text = JSON.stringify(serializeDesign(applySteps(opened.design, renamed.edit.steps).design));
    expect(text).toContain('{"column":"airings","show":"sum"}');
    expect(text).not.toContain('"column":"spots"');
  });
});
