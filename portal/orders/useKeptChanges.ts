import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { passwordKeys } from '#schemas/forms/passwords.ts';
import type { Client } from '#schemas/generated/types.ts';
import { ApiError } from '../api/ApiError.ts';
import { idOf, nameOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useToast } from '../look/Toasts.tsx';
import {
  type ClientChange,
  isEmpty,
  type KeptChanges,
  type KeptPlace,
  keepChanges,
  keptChanges,
} from './keptChanges.ts';
import type { OrderEditing } from './useOrderEditing.ts';

/** How long after a change it is kept on the device; milliseconds. */
const soon = 300;

export type KeptOffer = {
  kept: KeptChanges;
  /** Puts what was kept of these places on top of what is here: `/client`, `/formData/KEY`. */
  take: (paths: readonly string[]) => void;
  drop: () => void;
  isTaking: boolean;
  /** Why it could not be taken just now. */
  error: Error | null;
};

/**
 * Keeps on this device what is typed or chosen and not saved yet, without passwords, and offers what an earlier visit left
 * there: after a reload, a lost network, or a session that ended.
 */
export function useKeptChanges({ userId, orderId }: KeptPlace, editing: OrderEditing): KeptOffer | null {
  const { form, isEditable, isDirty, client } = editing;
  const { store } = form;
  const [kept, setKept] = useState(() => (isEditable ? unsavedOf(keptChanges({ userId, orderId }), editing) : null));
  const latest = useRef(editing);
  latest.current = editing;
  const clientId = client && idOf(client);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another client is kept at once, as `latest` has it by then.
  useEffect(() => {
    if (!isEditable) return;
    const place = { userId, orderId };
    const secret = new Set(passwordKeys(store.form).map(([key]) => key));
    const keep = () => {
      const fields = Object.entries(latest.current.form.changes()).filter(([key]) => !secret.has(key));
      const own = { fields: Object.fromEntries(fields), client: clientChange(latest.current) };
      // What is still offered stays kept beside it.
      const at = kept && isEmpty(own) ? kept.at : new Date().toISOString();
      keepChanges(place, { at, fields: { ...kept?.fields, ...own.fields }, client: own.client ?? kept?.client });
    };
    keep();
    if (!isDirty) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, soon);
    });
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('pagehide', keep);
    };
  }, [kept, isEditable, isDirty, store, userId, orderId, clientId]);

  const toast = useToast();
  const taking = useMutation({
    mutationFn: (paths: readonly string[]) => clientOf(paths.includes('/client') ? kept?.client : undefined),
    onSuccess: (chosen, paths) => {
      const fields = Object.entries(kept?.fields ?? {}).filter(([key]) => paths.includes(`/formData/${key}`));
      form.takeChanges(Object.fromEntries(fields));
      if (chosen === 'gone') toast(`${kept?.client?.mine?.name} can not be chosen any more`, { isError: true });
      else if (chosen !== undefined) editing.chooseClient(chosen);
      setKept(null);
    },
  });
  if (!kept) return null;
  const { mutate: take, isPending: isTaking, error } = taking;
  return { kept, take, drop: () => setKept(null), isTaking, error };
}

/** What of it the order does not hold already. */
function unsavedOf(kept: KeptChanges | null, { order }: OrderEditing): KeptChanges | null {
  if (!kept) return null;
  const { at, fields, client } = kept;
  const isSaved = client && (client.mine?.id ?? null) === (order.client && idOf(order.client));
  const unsaved = {
    at,
    fields: Object.fromEntries(Object.entries(fields).filter(([key, { mine }]) => !isEqual(mine, order.formData[key]))),
    client: isSaved ? undefined : client,
  };
  return isEmpty(unsaved) ? null : unsaved;
}

function clientChange({ order, client }: OrderEditing): ClientChange | undefined {
  const before = order.client && idOf(order.client);
  const mine = client === null ? null : { id: idOf(client), name: nameOf(client, '–') };
  return before === (mine?.id ?? null) ? undefined : { before, mine };
}

/** The client as it is now; nothing where none was kept, `gone` where it may not be read any more. */
async function clientOf(change: ClientChange | undefined): Promise<Client | null | 'gone' | undefined> {
  if (!change?.mine) return change && null;
  try {
    return await request<Client>({ path: `clients/${change.mine.id}` });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND') return 'gone';
    throw error;
  }
}
