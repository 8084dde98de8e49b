import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateResources } from './resources.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-schemas-'));
  await cp(new URL('../vocabulary', import.meta.url), join(folder, 'vocabulary'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What generating from the one schema of a vendor with these properties is refused with. */
async function refusal(properties: object, more: object = {}): Promise<string[]> {
  const schema = { title: 'Vendor', type: 'object', properties, ...more };
  await writeFile(join(folder, 'vendor.schema.json'), JSON.stringify(schema));
  const error = await generateResources(folder).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error ? error.message.split('\n') : [];
}

describe('a schema', () => {
  it('is taken without any x- key', async () => {
    expect(await refusal({ name: { type: 'string' }, rows: { type: 'array', items: { type: 'number' } } })).toEqual([]);
  });

  it('is refused with every property of an unknown shape, however deep', async () => {
    const problems = await refusal({
      odd: { title: 'Odd' },
      address: { type: 'object', properties: { city: {}, zip: { type: 'string' } } },
      rows: { type: 'array', items: { type: 'object', properties: { bare: { type: 'array' } } } },
      grid: { type: 'array', items: { type: 'array', items: { type: 'null' } } },
    });
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'schemas/Vendor/properties/odd',
      'schemas/Vendor/properties/address/properties/city',
      'schemas/Vendor/properties/rows/items/properties/bare',
      'schemas/Vendor/properties/grid/items/items',
    ]);
  });

  it('is refused with an unknown key, by file and path', async () => {
    const [problem] = await refusal({ name: { type: 'string', colour: 'red' } });
    expect(problem).toContain('schemas/vendor.schema.json/properties/name');
    expect(problem).toContain('colour');
  });

  it('is refused with names of fields and of schemas that there are none of', async () => {
    expect(
      await refusal(
        { name: { type: 'string' }, rows: { type: 'array', items: { type: 'string', 'x-ref': 'Nobody' } } },
        { 'x-store': { search: ['nome'] }, 'x-admin': { columns: ['size'] } },
      ),
    ).toEqual([
      'schemas/Vendor/x-store/search: no field named nome',
      'schemas/Vendor/x-admin/columns: no field named size',
      'schemas/Vendor/properties/rows/properties/items/x-ref: no schema is titled Nobody',
    ]);
  });
});
