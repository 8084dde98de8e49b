import { queryOptions } from '@tanstack/react-query';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { importOrThrow } from '../../forms/lazyComponent.tsx';

/** Parses the form of an order. */
export type FormReader = (form: Pick<Form, 'id' | 'version' | 'formSchema'>) => ReadForm;

/**
 * Query options of the form reader with the rules language, a fifth of all scripts. It loads in parallel with the
 * order's data; the form accepts input without it (performance 2).
 */
export const formRules = queryOptions({
  queryKey: ['form-rules'],
  queryFn: async () => cacheForms((await importOrThrow(() => import('#schemas/forms/read-form.ts'))).readForm),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

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
