import { expect, it } from 'vitest';
import { collection, schemaOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { fill } from '../forms/fill.ts';
import { addRuns, emptyCoverage, readInstrumentedForm } from './coverage.ts';

const validationScript = `if $kind == "none" {
  skip
}
each $spots as $spot {
  if $spot.price > 100 { reject $spot because "Too dear" }
  else { print "fine" }
}
if $kind == "odd"
  { reject because "Odd" }`;

const formSchema = schemaOf(
  widget('text_input', 'kind', {}, { label: 'Kind', validationScript }),
  collection('spots', [widget('number_input', 'price', {}, 'Price')]),
  widget('text_input', 'note', {}, { label: 'Note', conditionalScript: '$kind != "none"' }),
  widget('text_input', 'begun', { initialValue: { static: false, value: '"begun"' } }, 'Begun'),
);

const watched = readInstrumentedForm(formSchema);

const over = (...orders: object[]) =>
  orders.reduce((coverage: ReturnType<typeof emptyCoverage>, data) => {
    const { form, runsOf } = watched;
    return addRuns(coverage, runsOf(() => fill(form, { data: { ...data }, as: 'new' }, testContext())).runs);
  }, emptyCoverage(watched.form));

it('coverage reports the runs and results of each script over several orders, and the lines that no order reached', () => {
  const [before] = over();
  expect(before).toMatchObject({
    label: 'Kind',
    kind: 'validation',
    ran: 0,
    lines: 7,
    neverRan: [1, 2, 4, 5, 6, 8, 9],
  });
  const [skipped, note, begun] = over({ kind: 'none' });
  expect(skipped).toMatchObject({ ran: 1, refused: 0, neverRan: [4, 5, 6, 8, 9] });
  expect(note).toMatchObject({ label: 'Note', kind: 'condition', ran: 1, shown: 0, hidden: 1, neverRan: [] });
  expect(begun).toMatchObject({ kind: 'initial', ran: 1, neverRan: [] });
  const [dear] = over({ kind: 'none' }, { kind: 'spots', spots: [{ price: 300 }] });
  expect(dear).toMatchObject({ ran: 2, refused: 1, neverRan: [6, 8, 9] });
  const [all] = over({ kind: 'none' }, { spots: [{ price: 300 }] }, { kind: 'odd', spots: [{ price: 3 }] });
  expect(all).toMatchObject({ ran: 3, refused: 2, neverRan: [] });
});
