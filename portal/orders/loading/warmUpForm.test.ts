import { expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { testContext } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { warmUpForm, warmUpValues } from './warmUp.ts';

it('the warm-up form is valid and its scripts run to the last statement', () => {
  const form = readForm(warmUpForm);
  expect(form.problems).toEqual([]);
  const store = createFormStore({ form, values: warmUpValues, context: testContext() });
  expect(store.problems()).toMatchObject([{ path: '/name', message: 'More than 10' }]);
});
