import { queryOptions } from '@tanstack/react-query';
import type { Form as ReadForm } from '#schemas/forms/form.ts';
import type { Form } from '#schemas/generated/types.ts';
import { loadCode } from '../forms/loadable.tsx';

/** Reads the form of an order. */
export type FormReader = (form: Pick<Form, 'id' | 'version' | 'formSchema'>) => ReadForm;

/**
 * The reader of forms with the rules language in it, which is a fifth of all scripts: it comes beside the order's data, and
 * a form can be typed in without it (performance 2).
 */
export const formRules = queryOptions({
  queryKey: ['form-rules'],
  queryFn: async () => keepingLast((await loadCode(() => import('#schemas/forms/read-form.ts'))).readForm),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Who works on orders has a few forms in front of them, of some hundred kilobytes at most. */
const most = 4;

/** Orders that are opened after each other are mostly on one form, whose version never changes: it is read once. */
export function keepingLast(read: (formSchema: unknown) => ReadForm): FormReader {
  const known = new Map<string, ReadForm>();
  return ({ id, version, formSchema }) => {
    const key = `${id} ${version}`;
    const form = known.get(key) ?? read(formSchema);
    known.delete(key);
    known.set(key, form);
    for (const [oldest] of known) if (known.size > most) known.delete(oldest);
    return form;
  };
}
