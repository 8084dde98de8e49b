import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { type Nested, type Operation, resourceOf } from '#schemas/resource/resource.ts';
import { type Sample, samples } from './samples.ts';
import { expecting, type People, pathOf } from './server.ts';

export type Name = keyof Records;

const isName = (name: string): name is Name => Object.hasOwn(schemas, name);

/** Where a resource stands whose calls are under another's records. */
export const nestedOf = (name: Name): Nested | undefined => resourceOf(schemas[name]).nested;

/** Every resource that has calls. */
export const routed: Name[] = Object.keys(schemas)
  .filter(isName)
  .filter((name) => resourceOf(schemas[name]).operations.length > 0 || nestedOf(name));

/** Orders are made and changed by calls of their own, beside the generated list. */
const offers = (name: Name, operation: Operation) =>
  name === 'Order' || (nestedOf(name) ?? resourceOf(schemas[name])).operations.includes(operation);

/** The resources whose records can be made by a JSON body. */
export const withSamples: Name[] = routed.filter((name) => offers(name, 'create'));

/** Those of them that can also be changed, or removed. */
export const offering = (operation: 'update' | 'delete'): Name[] =>
  withSamples.filter((name) => offers(name, operation));

/** Which field the address names a record by, and what that is called in the address. */
export const keyOf = (name: Name): string => nestedOf(name)?.key ?? 'id';
export const parameterOf = (name: Name): string => nestedOf(name)?.parameter ?? 'id';

export function sampleOf(name: Name): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`tests/api/samples.ts has no sample of ${name}`);
  return sample;
}

/** Where the list of a resource stands: a nested one under a record made for it. */
export async function placeOf(api: People, name: Name): Promise<string> {
  const nested = nestedOf(name);
  if (!nested) return pathOf(name);
  if (!isName(nested.resource)) throw new Error(`${nested.resource} has no schema`);
  const above = await api.admin.create(nested.resource, await sampleOf(nested.resource).body(api));
  return `${pathOf(nested.resource)}/${above.id}/${nested.path}`;
}

/** A record with the address of it. */
export interface Made {
  record: { id: string; revision: number; createdAt: string; updatedAt: string };
  url: string;
}

/** Makes the sample of a resource, in the list at `place` or in a new one. */
export async function makeOne(api: People, name: Name, place?: string): Promise<Made> {
  const list = place ?? (await placeOf(api, name));
  const body = await sampleOf(name).body(api);
  const record = await expecting<Made['record']>(api.admin.call, 201, { method: 'POST', path: list, body });
  return { record, url: `${list}/${Reflect.get(record, keyOf(name))}` };
}
