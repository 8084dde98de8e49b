import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormDraft } from '#schemas/generated/types.ts';
import { request, statusOf } from '../provider/http.ts';
import type { FormContent } from './publishing/form-content.ts';

/** The draft of a form as the server keeps it: null where there is none, undefined until that is known. */
export function useFormDraft(form: string) {
  const cache = useQueryClient();
  // Below the forms' own: each save of the form asks anew, since what it publishes takes the draft that holds it away.
  const key = ['forms', 'draft', form];
  const url = `/api/forms/${form}/draft`;
  const { data: draft, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => readDraft(url, signal) });
  const set = (next: FormDraft | null) => cache.setQueryData(key, next);
  const revision: HeadersInit = draft ? { 'If-Match': `"${draft.revision}"` } : { 'If-None-Match': '*' };
  return {
    draft,
    error,
    /** Keeps this as the draft, unless somebody else has kept another one since. Throws HttpError. */
    keep: async ({ formSchema, examples }: FormContent): Promise<FormDraft> => {
      const body = JSON.stringify({ formSchema, examples });
      const { json } = await request(url, { method: 'PUT', body, headers: new Headers(revision) });
      set(json);
      return json;
    },
    /** Throws HttpError. */
    discard: async (): Promise<void> => {
      await request(url, { method: 'DELETE', headers: new Headers(revision) });
      set(null);
    },
    readAgain: () => cache.invalidateQueries({ queryKey: key }),
  };
}

async function readDraft(url: string, signal: AbortSignal): Promise<FormDraft | null> {
  try {
    return (await request(url, { signal })).json;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
