import { schemas } from '#schemas/generated/registry.ts';
import type { Records } from '#schemas/generated/types.ts';
import { type Nested, type Operation, resourceOf } from '#schemas/resource/resource.ts';
import { type ApiCallers, callExpecting, pathOf } from '#tests/product/callers.ts';
import { type Sample, samples } from './samples.ts';

export type RoutedName = keyof Records;

const isName = (name: string): name is RoutedName => Object.hasOwn(schemas, name);

/** The parent of a resource whose calls are below the records of another one. */
export const parentOf = (name: RoutedName): Nested | undefined => resourceOf(schemas[name]).nested;

/** All resources that have calls. */
export const routedResources: RoutedName[] = Object.keys(schemas)
  .filter(isName)
  .filter((name) => resourceOf(schemas[name]).operations.length > 0 || parentOf(name));

/** Orders have specific calls for create and update besides the generated list. */
const offers = (name: RoutedName, operation: Operation) =>
  name === 'Order' || (parentOf(name) ?? resourceOf(schemas[name])).operations.includes(operation);

/** The resources whose records can be created with a JSON body. */
export const creatableResources: RoutedName[] = routedResources.filter((name) => offers(name, 'create'));

/** Those of them that can also be updated or deleted. */
export const resourcesWith = (operation: 'update' | 'delete'): RoutedName[] =>
  creatableResources.filter((name) => offers(name, operation));

/** The field that identifies a record in the URL, and the name of the path parameter. */
export const urlKeyOf = (name: RoutedName): string => parentOf(name)?.key ?? 'id';
export const parameterOf = (name: RoutedName): string => parentOf(name)?.parameter ?? 'id';

export function sampleOf(name: RoutedName): Sample {
  const sample = samples[name];
  if (!sample) throw new Error(`tests/api/samples.ts has no sample of ${name}`);
  return sample;
}

/** The URL of a resource's list: a nested one is below a parent created for it. */
export async function listUrlOf(api: ApiCallers, name: RoutedName): Promise<string> {
  const nested = parentOf(name);
  if (!nested) return pathOf(name);
  if (!isName(nested.resource)) throw new Error(`${nested.resource} has no schema`);
  const above = await api.admin.create(nested.resource, await sampleOf(nested.resource).body(api));
  return `${pathOf(nested.resource)}/${above.id}/${nested.path}`;
}

/** A record with its URL. */
export interface CreatedRecord {
  record: { id: string; revision: number; createdAt: string; updatedAt: string };
  url: string;
}

/** Creates the sample record of a resource, in the list at `place` or in a new one. */
export async function createSample(api: ApiCallers, name: RoutedName, place?: string): Promise<CreatedRecord> {
  const list = place ?? (await listUrlOf(api, name));
  const body = await sampleOf(name).body(api);
  const record = await callExpecting<CreatedRecord['record']>(api.admin.call, 201, {
    method: 'POST',
    path: list,
    body,
  });
  return { record, url: `${list}/${Reflect.get(record, urlKeyOf(name))}` };
}
