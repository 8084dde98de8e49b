import { expect, it } from 'vitest';
import { readForm } from '#schemas/forms/read-form.ts';
import { cacheForms } from './cachedForms.ts';

const schema = (label: string) => ({
  version: 1,
  root: { type: 'container', meta: { label }, config: { layout: [] } },
});

it('cacheForms caches each form version as long as it is among the most recently used', () => {
  let readCount = 0;
  const read = cacheForms((formSchema) => {
    readCount += 1;
    return readForm(formSchema);
  });
  const first = read({ id: 'a', version: 1, formSchema: schema('One') });
  expect(read({ id: 'a', version: 1, formSchema: schema('One') })).toBe(first);
  expect(read({ id: 'a', version: 2, formSchema: schema('Two') }).root).toMatchObject({ meta: { label: 'Two' } });
  expect(read({ id: 'b', version: 1, formSchema: schema('Other') }).root).toMatchObject({ meta: { label: 'Other' } });
  expect(readCount).toBe(3);
  for (const id of ['c', 'd', 'e']) read({ id, version: 1, formSchema: schema(id) });
  expect(read({ id: 'a', version: 1, formSchema: schema('One') })).not.toBe(first);
});
