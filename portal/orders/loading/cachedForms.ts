import type { Form as ReadForm } from '#schemas/forms/form.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Form } from '#schemas/generated/types.ts';

/** Parses a version of a form. */
export type FormReader = (form: Pick<Form, 'id' | 'version' | 'formSchema'>) => ReadForm;

/** The cache size: people work with few forms, of some hundred kilobytes at most. */
const cacheSize = 4;

/**
 * Wraps a form reader in a least-recently-used cache. Orders opened one after another mostly use the same form version,
 * which never changes.
 */
export function cacheForms(read: (formSchema: unknown) => ReadForm): FormReader {
  const cache = new Map<string, ReadForm>();
  return ({ id, version, formSchema }) => {
    const key = `${id} ${version}`;
    const form = cache.get(key) ?? read(formSchema);
    cache.delete(key);
    cache.set(key, form);
    for (const [oldest] of cache) if (cache.size > cacheSize) cache.delete(oldest);
    return form;
  };
}

/** The form reader of lists and orders: an order opens faster after a list has read its form for the columns. */
export const readCachedForm: FormReader = cacheForms(readForm);
