import { LRUCache } from 'lru-cache';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, FormVersion, Order } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';

/** The engine's form of a stored one, with what another thread reads it from. */
export interface FormOfVersion extends ReadForm {
  /** What tells it from every other formSchema. */
  readonly key: string;
  /** The formSchema as JSON. */
  readonly source: string;
}

/** Bounded by the characters of their schemas: a read form takes some 50 bytes for each. */
const read = new LRUCache<string, FormOfVersion>({ max: 200, maxSize: 1_000_000, sizeCalculation: sizeOf });

function sizeOf({ source }: FormOfVersion): number {
  return 1 + source.length;
}

/** The engine's form of a stored one, read once for each version: a version that was published never changes. */
export function readOnce({ id, version, formSchema }: Form): FormOfVersion {
  return readAs(keyOf(id, version), formSchema);
}

const keyOf = (form: string, version: number) => `${form}/version/${version}`;

/** The engine's form of the version that an order is filled on (design 7). Throws RESOURCE_INOPERABLE when that is gone. */
export async function formOfVersion(form: Form, number: Order['formVersion']): Promise<FormOfVersion> {
  if (number === form.version) return readOnce(form);
  const key = keyOf(form.id, number);
  return read.get(key) ?? readAs(key, (await publishedVersion(form, number)).formSchema);
}

/** What was published of a form under that number. Throws RESOURCE_INOPERABLE when that is gone. */
export async function publishedVersion(form: Form, number: number): Promise<FormVersion> {
  const version = await store('FormVersion').findOne({ form: form.id, number });
  if (version) return version;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: `Version ${number} of the form ${form.name} is gone`,
    details: { resourceType: 'FormVersion', resourceId: form.id },
  });
}

function readAs(key: string, formSchema: unknown): FormOfVersion {
  const known = read.get(key);
  if (known) return known;
  const made = { ...readForm(formSchema), key, source: JSON.stringify(formSchema) };
  read.set(key, made);
  return made;
}
