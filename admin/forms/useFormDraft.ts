import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FormDraft, User } from '#schemas/generated/types.ts';
import { request, statusOf } from '../provider/http.ts';
import type { FormContent } from './publishing/form-content.ts';

/** The draft of a form as the server keeps it, and who else has the form open. */
interface Around {
  /** Null where there is none. */
  draft: FormDraft | null;
  others: Pick<User, 'id' | 'name'>[];
}

// Below the forms' own: each save of the form asks anew, since what it publishes takes the draft that holds it away.
const keyOf = (form: string) => ['forms', 'draft', form];
const urlOf = (form: string) => `/api/forms/${form}/draft`;

/** How often it is said that the form is open here, and asked who else has it; the server forgets it after thrice that. */
const beat = 30_000;

/** The draft of a form: null where there is none, undefined until that is known. Who else has the form open is read with it. */
export function useFormDraft(form: string) {
  const cache = useQueryClient();
  const key = keyOf(form);
  const url = urlOf(form);
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readAround(cache, form, signal),
    refetchInterval: beat,
    // A form that is open behind other windows is open.
    refetchIntervalInBackground: true,
  });
  const draft = data?.draft;
  const set = (next: FormDraft | null) =>
    cache.setQueryData<Around>(key, (now) => ({ draft: next, others: now?.others ?? [] }));
  const revision: HeadersInit = draft ? { 'If-Match': `"${draft.revision}"` } : { 'If-None-Match': '*' };
  return {
    draft,
    others: data?.others ?? [],
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

/** Says when a form is open here no more, so that others hear of it at once. */
export function useLeaving(form: string): void {
  useEffect(() => {
    // What is asked while the page goes outlives it. Without a connection the server forgets by itself, some beats later.
    const leave = () => void fetch(presenceOf(form), { method: 'DELETE', keepalive: true }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [form]);
}

const presenceOf = (form: string) => `/api/forms/${form}/presence`;

async function readAround(cache: QueryClient, form: string, signal: AbortSignal): Promise<Around> {
  const { json } = await request(presenceOf(form), { method: 'PUT', signal });
  const { others, draft: revision }: { others: Around['others']; draft: number | null } = json;
  const known = cache.getQueryData<Around>(keyOf(form))?.draft;
  const isKnown = known !== undefined && revision === (known?.revision ?? null);
  if (revision === null || isKnown) return { others, draft: revision === null ? null : (known ?? null) };
  return { others, draft: await readDraft(urlOf(form), signal) };
}

/** It may have gone in the meantime. */
async function readDraft(url: string, signal: AbortSignal): Promise<FormDraft | null> {
  try {
    return (await request(url, { signal })).json;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
