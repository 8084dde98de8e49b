import { expect, it } from 'vitest';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { box, field, row } from '#schemas/designing/example-design.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { newOrderContext, replaceForm } from './form-store.ts';

it('the preview keeps typed values when the form changes, also under renamed keys', () => {
  const formOf = (...fields: object[]) =>
    readForm({
      version: 1,
      root: box(
        'root',
        fields.map((each) => row(each)),
      ),
    });
  const part = (key: string) => box('part', [row(field('zip'))], { key });
  const form = formOf(field('name'), field('city'), part('place'));
  const values = { name: 'Ada', city: 'Boston', place: { zip: '02108' } };
  const store = createFormStore({ form, values, context: newOrderContext() });
  replaceForm(store, formOf(field('name', { key: 'owner' }), field('city'), part('address')));
  expect(store.values()).toEqual({ owner: 'Ada', city: 'Boston', address: { zip: '02108' } });
});
