import { LRUCache } from 'lru-cache';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form, FormVersion, Order } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';

/** A parsed form, with its source so that worker threads can parse it too. */
export interface ParsedFormVersion extends ReadForm {
  /** Unique key of the formSchema. */
  readonly key: string;
  /** The formSchema as JSON. */
  readonly source: string;
}

/** LRU cache limited by the characters of the schemas; a parsed form takes about 50 bytes per character. */
const cache = new LRUCache<string, ParsedFormVersion>({ max: 200, maxSize: 1_000_000, sizeCalculation: sizeOf });

function sizeOf({ source }: ParsedFormVersion): number {
  return 1 + source.length;
}

/** Returns the parsed form of a stored one. Cached per version, because published versions are immutable. */
export function cachedForm({ id, version, formSchema }: Form): ParsedFormVersion {
  return readAs(keyOf(id, version), formSchema);
}

const keyOf = (form: string, version: number) => `${form}/version/${version}`;

/**
 * Returns the parsed form of the version that an order is filled on (design 7). Throws RESOURCE_INOPERABLE if it was
 * deleted.
 */
export async function cachedFormVersion(form: Form, number: Order['formVersion']): Promise<ParsedFormVersion> {
  if (number === form.version) return cachedForm(form);
  const key = keyOf(form.id, number);
  return cache.get(key) ?? readAs(key, (await publishedVersion(form, number)).formSchema);
}

/** Returns the published version of a form with this number. Throws RESOURCE_INOPERABLE if it was deleted. */
export async function publishedVersion(form: Form, number: number): Promise<FormVersion> {
  const version = await storeOf('FormVersion').findOne({ form: form.id, number });
  if (version) return version;
  throw new ApiError('RESOURCE_INOPERABLE', {
    reason: `Version ${number} of the form ${form.name} no longer exists`,
    details: { resourceType: 'FormVersion', resourceId: form.id },
  });
}

function readAs(key: string, formSchema: unknown): ParsedFormVersion {
  const known = cache.get(key);
  if (known) return known;
  const parsed = { ...readForm(formSchema), key, source: JSON.stringify(formSchema) };
  cache.set(key, parsed);
  return parsed;
}
