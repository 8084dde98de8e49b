import { useEffect, useRef, useState } from 'react';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { passwordKeys } from '#schemas/forms/passwords.ts';
import { type KeptChanges, type KeptPlace, keepChanges, keptChanges } from './keptChanges.ts';
import type { OrderEditing } from './useOrderEditing.ts';
import type { FieldChanges } from './useOrderForm.ts';

/** How long after a change it is kept on the device; milliseconds. */
const soon = 300;

export type KeptOffer = { kept: KeptChanges; take: () => void; drop: () => void };

/**
 * Keeps on this device what is typed and not saved yet, without passwords, and offers what an earlier visit left there:
 * after a reload, a lost network, or a session that ended.
 */
export function useKeptChanges({ userId, orderId }: KeptPlace, editing: OrderEditing): KeptOffer | null {
  const { form, isEditable, isDirty } = editing;
  const { store } = form;
  const [kept, setKept] = useState(() => (isEditable ? unsavedOf(keptChanges({ userId, orderId }), editing) : null));
  const changes = useRef(form.changes);
  changes.current = form.changes;
  useEffect(() => {
    if (kept || !isEditable) return;
    const place = { userId, orderId };
    const secret = new Set(passwordKeys(store.form).map(([key]) => key));
    const keep = () => {
      const fields = Object.entries(changes.current()).filter(([key]) => !secret.has(key));
      keepChanges(place, { at: new Date().toISOString(), fields: Object.fromEntries(fields) });
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
  }, [kept, isEditable, isDirty, store, userId, orderId]);
  if (!kept) return null;
  return {
    kept,
    take: () => {
      form.takeChanges(kept.fields);
      setKept(null);
    },
    drop: () => setKept(null),
  };
}

/** What of it the order does not hold already. */
function unsavedOf(kept: KeptChanges | null, { order }: OrderEditing): KeptChanges | null {
  const fields: FieldChanges = Object.fromEntries(
    Object.entries(kept?.fields ?? {}).filter(([key, { mine }]) => !isEqual(mine, order.formData[key])),
  );
  return kept && Object.keys(fields).length > 0 ? { at: kept.at, fields } : null;
}
