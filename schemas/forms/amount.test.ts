import { expect, it } from 'vitest';
import { collection, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { formAmount } from './amount.ts';
import { createFilling } from './filling/filling.ts';

const countedField = (key: string) => widget('number_input', key, { money: 'counted' });
const amountOf = (form: ReturnType<typeof formOf>, data: object) =>
  formAmount(createFilling(form, data, testContext(), { calculation: 'calculated' }));

it('formAmount adds up counted money, in rows too, exactly to the cent, and ignores money that is only shown', () => {
  const form = formOf(
    countedField('fee'),
    widget('number_input', 'budget', { money: 'shown' }),
    collection('lines', [countedField('cost'), widget('number_input', 'spots')]),
  );
  expect(amountOf(form, { fee: 0.1, budget: 1000, lines: [{ cost: 0.2, spots: 9 }, { cost: 10 }] })).toBe(10.3);
  expect(amountOf(form, { fee: 'ten' })).toBe(0);
});

it('formAmount ignores fields that a script hides', () => {
  const form = formOf(widget('checkbox', 'extra'), {
    ...countedField('fee'),
    meta: { key: 'fee', conditionalScript: '$extra' },
  });
  expect(amountOf(form, { extra: true, fee: 5 })).toBe(5);
  expect(amountOf(form, { extra: false, fee: 5 })).toBe(0);
});

it('formAmount is null if the form has no counted money', () => {
  expect(amountOf(formOf(widget('number_input', 'budget', { money: 'shown' })), { budget: 5 })).toBeNull();
});
