import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { KeptOffer } from './dialogs.ts';
import { createKeptStore } from './keptStore.ts';
import type { OrderEditing } from './orderEditing.ts';

/**
 * Stores unsaved changes on this device, starting after the inputs are rendered (performance 2), and offers those of an
 * earlier visit.
 */
export function KeptHere({
  userId,
  editing,
  isEditable,
  readClient,
  onKept,
}: {
  userId: string;
  editing: OrderEditing;
  isEditable: boolean;
  readClient: (id: string) => Promise<Client>;
  /** Receives whether unsaved changes are stored; storage may be full or disabled. */
  onKept: (isKept: boolean) => void;
}) {
  const [store] = useState(() => createKeptStore({ userId, orderId: editing.now().saved.id }, editing, readClient));
  const state = useSyncExternalStore(store.watch, store.now);
  useEffect(() => store.start(window), [store]);
  useEffect(() => onKept(state.isKept), [state.isKept, onKept]);
  if (!state.offered || !isEditable) return null;
  return <KeptOffer store={store} kept={state} offered={state.offered} draft={editing.draft} />;
}
