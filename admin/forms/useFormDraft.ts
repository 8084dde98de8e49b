import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FormDraft, User } from '#schemas/generated/types.ts';
import { request, statusOf } from '../provider/http.ts';
import type { FormContent } from './publishing/form-content.ts';

/** The form's draft on the server, and presence: who else has the form open. */
interface DraftState {
  /** Null if there is no draft. */
  draft: FormDraft | null;
  others: Pick<User, 'id' | 'name'>[];
}

// Nested under the key of forms: a save of the form invalidates it, since publishing removes the draft.
const keyOf = (form: string) => ['forms', 'draft', form];
const urlOf = (form: string) => `/api/forms/${form}/draft`;

/** Presence heartbeat in milliseconds. The server drops a user after three missed beats. */
const beat = 30_000;

/**
 * Loads and saves the form's draft. `draft` is null if there is none, undefined while loading. Presence of others comes
 * with it.
 */
export function useFormDraft(form: string) {
  const cache = useQueryClient();
  const key = keyOf(form);
  const url = urlOf(form);
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readAround(cache, form, signal),
    refetchInterval: beat,
    // Keep the heartbeat going in background tabs.
    refetchIntervalInBackground: true,
  });
  const draft = data?.draft;
  const set = (next: FormDraft | null) =>
    cache.setQueryData<DraftState>(key, (now) => ({ draft: next, others: now?.others ?? [] }));
  const revision: HeadersInit = draft ? { 'If-Match': `"${draft.revision}"` } : { 'If-None-Match': '*' };
  return {
    draft,
    others: data?.others ?? [],
    error,
    /** Saves the draft. Optimistic locking: throws HttpError if somebody else has saved in the meantime. */
    save: async ({ formSchema, examples }: FormContent): Promise<FormDraft> => {
      const body = JSON.stringify({ formSchema, examples });
      const { json } = await request(url, { method: 'PUT', body, headers: new Headers(revision) });
      set(json);
      return json;
    },
    /** Deletes the draft. Throws HttpError. */
    discard: async (): Promise<void> => {
      await request(url, { method: 'DELETE', headers: new Headers(revision) });
      set(null);
    },
    refetch: () => cache.invalidateQueries({ queryKey: key }),
  };
}

/** Ends the presence on unmount and page hide, so that others see it at once. */
export function useEndPresence(form: string): void {
  useEffect(() => {
    // `keepalive` lets the request outlive the page. If it fails, the server's timeout ends the presence.
    const leave = () => void fetch(presenceOf(form), { method: 'DELETE', keepalive: true }).catch(() => undefined);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [form]);
}

const presenceOf = (form: string) => `/api/forms/${form}/presence`;

async function readAround(cache: QueryClient, form: string, signal: AbortSignal): Promise<DraftState> {
  const { json } = await request(presenceOf(form), { method: 'PUT', signal });
  const { others, draft: revision }: { others: DraftState['others']; draft: number | null } = json;
  const cachedDraft = cache.getQueryData<DraftState>(keyOf(form))?.draft;
  const isCurrent = cachedDraft !== undefined && revision === (cachedDraft?.revision ?? null);
  if (revision === null || isCurrent) return { others, draft: revision === null ? null : (cachedDraft ?? null) };
  return { others, draft: await readDraft(urlOf(form), signal) };
}

/** The draft may have been deleted in the meantime. */
async function readDraft(url: string, signal: AbortSignal): Promise<FormDraft | null> {
  try {
    return (await request(url, { signal })).json;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
