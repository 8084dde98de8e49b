import { expect, it } from 'vitest';
import { Client, Order, Product } from '#schemas/generated/registry.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { bulkValues } from './BulkFieldsDialog.tsx';

const fieldsOf = (schema: Parameters<typeof resourceOf>[0], ...names: string[]) =>
  resourceOf(schema).fields.filter(({ name }) => names.includes(name));

it('an emptied optional property becomes null, a required one stays empty for the server to reject', () => {
  expect(bulkValues(fieldsOf(Order, 'client'), { client: '' })).toEqual({ client: null });
  expect(bulkValues(fieldsOf(Client, 'industry'), { industry: undefined })).toEqual({ industry: '' });
});

it('a checkbox that was not touched is off, and other properties are left out', () => {
  const fields = resourceOf(Product).fields.filter(({ kind, property }) => kind === 'boolean' && !property.readOnly);
  const [first] = fields.slice(0, 1);
  if (first) expect(bulkValues([first], {})).toEqual({ [first.name]: false });
  expect(bulkValues(fieldsOf(Client, 'industry'), { industry: 'Retail', name: 'x' })).toEqual({ industry: 'Retail' });
});
