import { expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { fieldPathLabel } from './form-errors.ts';

const { fields } = resourceOf({
  title: 'Vendor',
  type: 'object',
  properties: {
    address: { type: 'object', title: 'Business address', properties: { zip: { type: 'string', title: 'ZIP code' } } },
    rows: { type: 'array', items: { type: 'object', properties: { min: { type: 'integer', title: 'At least' } } } },
    tags: { type: 'array', items: { type: 'string' } },
    options: { type: 'object', additionalProperties: true },
  },
});

it.each([
  ['address', 'Business address'],
  ['address.zip', 'Business address, ZIP code'],
  ['rows.1.min', 'Rows 2, At least'],
  ['tags.0', 'Tags 1'],
  ['options.a.b', 'Options'],
  ['gone.too', 'gone.too'],
])('labels the path %s "%s"', (path, label) => {
  expect(fieldPathLabel(fields, path)).toBe(label);
});
