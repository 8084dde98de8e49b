import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import type { OrderStore } from '../editing/orderStore.ts';
import { LazyUnsavedChangesBanner } from '../lazyParts.ts';
import { createStoredChangesStore } from './storedChangesStore.ts';

/**
 * Stores unsaved changes on this device, starting after the inputs are rendered (performance 2), and offers those of an
 * earlier visit.
 */
export function StoredChanges({
  userId,
  editing,
  isEditable,
  readClient,
  onStored,
}: {
  userId: string;
  editing: OrderStore;
  isEditable: boolean;
  readClient: (id: string) => Promise<Client>;
  /** Receives whether unsaved changes are stored; storage may be full or disabled. */
  onStored: (isStored: boolean) => void;
}) {
  const [store] = useState(() =>
    createStoredChangesStore({ userId, orderId: editing.state().saved.id }, editing, readClient),
  );
  const state = useSyncExternalStore(store.watch, store.now);
  useEffect(() => store.start(window), [store]);
  useEffect(() => onStored(state.isStored), [state.isStored, onStored]);
  if (!state.storedChanges || !isEditable) return null;
  return <LazyUnsavedChangesBanner store={store} state={state} offered={state.storedChanges} draft={editing.draft} />;
}
