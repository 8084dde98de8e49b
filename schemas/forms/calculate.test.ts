import { expect, it } from 'vitest';
import { contextOf, formOf, widget } from '#tests/forms/written.ts';
import { calculate, calculateAndCheck } from './calculate.ts';
import { check } from './check.ts';

const form = formOf(
  widget('number_input', 'price'),
  widget('number_input', 'spots'),
  widget(
    'number_input',
    'total',
    { readonly: true, initialValue: { value: '$price * $spots' } },
    {
      validationScript: "if this > 100 reject because 'Too dear'",
    },
  ),
  widget('text_input', 'why', { required: true }, { conditionalScript: '$total > 50' }),
);

it.each([
  { price: 10, spots: 3 },
  { price: 10, spots: 6, total: 1 },
  { price: 10, spots: 60, total: 0, why: 'Fair' },
])('one look at a form calculates and checks %j as two looks do', (data) => {
  const calculated = calculate(form, data, contextOf());
  expect(calculateAndCheck(form, data, contextOf())).toEqual({
    data: calculated,
    problems: check(form, calculated, contextOf()),
  });
});
