import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { testContext } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { readCachedForm } from './cachedForms.ts';
import { formQuery } from './orderQueries.ts';
import { warmUpForm, warmUpFormEngine, warmUpValues } from './warmUp.ts';

it('the warm-up form is valid and its scripts run to the last statement', () => {
  const form = readForm(warmUpForm);
  expect(form.problems).toEqual([]);
  const store = createFormStore({ form, values: warmUpValues, context: testContext() });
  expect(store.problems()).toMatchObject([{ path: '/name', message: 'More than 10' }]);
});

it('warming up parses the form of a listed order before that order is opened', async () => {
  const cache = new QueryClient();
  const form = {
    ...{ id: 'f', revision: 1, version: 1, createdAt: '', updatedAt: '', name: 'Form', formSchema: warmUpForm },
    ...{ tableColumns: [], examples: [], redExamples: [], optionLists: [], offeredIn: [], offeredBy: [], note: '' },
  };
  cache.setQueryData(formQuery('order').queryKey, form);
  await warmUpFormEngine({ id: 'order', cache });
  // A schema that is invalid shows whether it is parsed.
  expect(readCachedForm({ ...form, formSchema: {} }).problems).toEqual([]);
  expect(readCachedForm({ ...form, version: 2, formSchema: {} }).problems).not.toEqual([]);
});
