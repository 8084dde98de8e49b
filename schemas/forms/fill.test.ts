import { expect, it } from 'vitest';
import { formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { calculate, changesToReadonly, check, fill, initialValues } from './fill.ts';
import { normalise } from './normal-value.ts';
import { withoutHidden } from './without-hidden.ts';

const form = formOf(
  widget('number_input', 'price', { initialValue: { value: 5, static: true } }),
  widget('number_input', 'spots'),
  widget(
    'number_input',
    'total',
    { readonly: true, initialValue: { value: '$price * $spots' } },
    {
      validationScript: "if this > 100 reject because 'Too dear'",
    },
  ),
  widget('number_input', 'fixed', { readonly: true }),
  widget('text_input', 'why', { required: true }, { conditionalScript: '$total > 50' }),
);

it.each([
  { price: 10, spots: 3, why: 'Hidden' },
  { price: 10, spots: '6', total: 1, fixed: 1 },
  { price: 10, spots: 60, total: 0, fixed: 2, why: 'Fair' },
])('fill of %j equals the results of the separate functions', (given) => {
  const before = { price: 1, spots: 1, total: 1, fixed: 2 };
  const { data, normalized } = normalise(form, given, testContext());
  const calculated = calculate(form, data, testContext());
  expect(fill(form, { data: given, as: 'sent', before, isSubmitted: true }, testContext())).toEqual({
    data: calculated,
    normalized,
    problems: check(form, calculated, testContext()),
    locked: changesToReadonly(form, { before, after: calculated, calculated }, testContext()),
    submitted: withoutHidden(form, calculated, testContext()),
    amount: null,
  });
});

it('fill starts new data with the initial values, and rejects changes to locked ones', () => {
  const initial = initialValues(form, testContext());
  expect(initial).toMatchObject({ price: 5 });
  expect(fill(form, { data: {}, as: 'new' }, testContext())).toMatchObject({ data: { price: 5 }, locked: [] });
  expect(fill(form, { data: { fixed: 7 }, as: 'new' }, testContext())).toMatchObject({ locked: [{ path: '/fixed' }] });
});

it('fill shares one step budget between initial values, calculations and validation', () => {
  const loop =
    'let $list = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]; each $list { each $list { each $list { each $list { 1 } } } } 1';
  const long = formOf(
    widget('number_input', 'one', { initialValue: { value: loop } }),
    widget('number_input', 'two', { readonly: true, initialValue: { value: loop } }),
    widget('number_input', 'three', {}, { validationScript: loop }),
  );
  const budget = { left: 1_000_000 };
  expect(fill(long, { data: {}, as: 'new' }, testContext(), budget)).toMatchObject({ problems: [] });
  expect(budget.left).toBeLessThan(1_000_000 - 4 * 11_110);
});
