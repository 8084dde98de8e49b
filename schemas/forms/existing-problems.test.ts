import { describe, expect, it } from 'vitest';
import { formOf, table, testContext, widget } from '#tests/forms/form-builders.ts';
import { fill } from './fill.ts';
import type { FormContext, FormValues } from './form.ts';

const form = formOf(
  widget(
    'number_input',
    'budget',
    {},
    { label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
  ),
  widget(
    'date_input',
    'start',
    {},
    { label: 'Start', validationScript: 'if this < now { reject because "In the past" }' },
  ),
  widget('text_input', 'headline', { required: true }, 'Headline'),
  widget('select', 'kind', { options: [{ value: 'spot' }] }, 'Kind'),
  widget(
    'text_input',
    'owner',
    {},
    { label: 'Owner', validationScript: 'if $client.name != this { reject because "Not the client" }' },
  ),
  widget(
    'text_input',
    'total',
    {},
    { label: 'Total', validationScript: 'if $budget > 900 and $headline != "" { reject $budget because "Too much" }' },
  ),
  widget('text_input', 'wide', {}, { label: 'Wide', conditionalScript: '$budget > 0' }),
  table('rows', [
    widget(
      'number_input',
      'price',
      {},
      { label: 'Price', validationScript: 'if this < $least { reject because "Too low" }' },
    ),
    widget('number_input', 'least', {}, 'Least'),
  ]),
);
const client = { name: 'Ann' };
const fine = {
  budget: 600,
  start: '2030-01-01',
  headline: 'A',
  kind: 'spot',
  owner: 'Ann',
  total: '',
  wide: '',
  rows: [],
};

/** The problems of changed data, split into introduced and existing ones. */
function problemsOf(booked: FormValues, changed: FormValues, context: Partial<FormContext> = {}, before = client) {
  const { problems, existing = [] } = fill(
    form,
    { data: changed, as: 'stored', booked: { data: booked, client: before, user: null, channel: null } },
    testContext({ client, ...context }),
  );
  const texts = problems.map(({ path, message }) => `${path}: ${message}`);
  return { introduced: texts.filter((_, at) => !existing.includes(at)), existing: existing.map((at) => texts[at]) };
}

const row = (_id: string, price: number, least = 5) => ({ _id, price, least });

describe('existing problems of changed data', () => {
  it.each<{ what: string; booked: FormValues; changed: FormValues; introduced?: string[]; existing?: string[] }>([
    {
      what: 'keeps as existing: a time rule that fails for an untouched field',
      booked: { ...fine, start: '2020-01-01' },
      changed: { ...fine, start: '2020-01-01', budget: 800 },
      existing: ['/start: In the past'],
    },
    {
      what: 'reports as introduced: a changed field with another value that the rule also rejects',
      booked: { ...fine, start: '2020-01-01' },
      changed: { ...fine, start: '2021-01-01' },
      introduced: ['/start: In the past'],
    },
    {
      what: 'reports as introduced: a field that was valid before',
      booked: fine,
      changed: { ...fine, budget: 1 },
      introduced: ['/budget: At least $500'],
    },
    {
      what: 'keeps as existing: a required field that was empty already',
      booked: { ...fine, headline: '', kind: 'other' },
      changed: { ...fine, headline: '', kind: 'other' },
      existing: ['/headline: Missing required field: Headline', '/kind: Choose one of the options'],
    },
    {
      what: 'reports as introduced: a rejected field, if another field that the script reads was changed',
      booked: { ...fine, budget: 950 },
      changed: { ...fine, budget: 950, headline: 'B' },
      introduced: ['/budget: Too much'],
    },
    {
      what: 'keeps as existing: a rejected field, if nothing that the script reads was changed',
      booked: { ...fine, budget: 950 },
      changed: { ...fine, budget: 950, wide: 'x' },
      existing: ['/budget: Too much'],
    },
    {
      what: 'matches rows by id, wherever the row is now',
      booked: { ...fine, rows: [row('a', 9), row('b', 1)] },
      changed: { ...fine, rows: [row('b', 1), row('c', 2)] },
      existing: ['/rows/0/price: Too low'],
      introduced: ['/rows/1/price: Too low'],
    },
    {
      what: 'reports as introduced: a row in which another field that the rule reads was changed',
      booked: { ...fine, rows: [row('a', 1), row('b', 1)] },
      changed: { ...fine, rows: [row('a', 1, 6), row('b', 1)] },
      existing: ['/rows/1/price: Too low'],
      introduced: ['/rows/0/price: Too low'],
    },
  ])('$what', ({ booked, changed, introduced = [], existing = [] }) => {
    expect(problemsOf(booked, changed)).toEqual({ introduced, existing });
  });

  it('reports as introduced: a rule that reads the client, if the client was changed', () => {
    const data = { ...fine, owner: 'Bo' };
    expect(problemsOf(data, data)).toEqual({ introduced: [], existing: ['/owner: Not the client'] });
    expect(problemsOf(data, data, {}, { name: 'Cy' })).toEqual({
      introduced: ['/owner: Not the client'],
      existing: [],
    });
  });
});
