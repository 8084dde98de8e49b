import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { repeatCreate } from '../editing/orderPost.ts';
import type { OrderStore } from '../editing/orderStore.ts';
import { UndoKeys } from '../editing/UndoHistory.tsx';
import { lazyPart } from '../lazyParts.ts';
import { createStoredChangesStore } from './storedChangesStore.ts';

const LazyUnsavedChangesBanner = lazyPart(
  async () => (await import('./UnsavedChangesBanner.tsx')).UnsavedChangesBanner,
);

interface Props {
  userId: string;
  editing: OrderStore;
  isEditable: boolean;
  readClient: (id: string) => Promise<Client>;
  /** Receives whether unsaved changes are stored; storage may be full or disabled. */
  onStored: (isStored: boolean) => void;
  /** Navigates to the order that this new one was saved as before the page was reloaded. */
  onCopied?: ((place: string, channelId: string) => void) | undefined;
}

/**
 * What the page does with unsaved changes besides saving them, starting after the inputs are rendered (performance 2):
 * it stores them on this device and offers those of an earlier visit, and binds the keys that undo them. A new order has
 * none on the device before its first save.
 */
export function StoredChanges(props: Props) {
  const { id } = props.editing.state().saved;
  return (
    <>
      <UndoKeys draft={props.editing.draft} />
      {id ? <StoredOrderChanges key={id} {...props} /> : <RepeatedCreate {...props} />}
    </>
  );
}

function RepeatedCreate({ editing, onCopied }: Props) {
  useEffect(() => {
    const { saved } = editing.state();
    void editing.loadPost();
    // If it fails, the new order is empty; a request that was processed after all has its draft in the list.
    const ignore = () => undefined;
    void repeatCreate(saved).then((id) => id && onCopied?.(`orders/${id}`, saved.channelId), ignore);
  }, [editing, onCopied]);
  return null;
}

function StoredOrderChanges({ userId, editing, isEditable, readClient, onStored }: Props) {
  const [store] = useState(() =>
    createStoredChangesStore({ userId, orderId: editing.state().saved.id }, editing, readClient),
  );
  const state = useSyncExternalStore(store.watch, store.now);
  useEffect(() => store.start(window), [store]);
  useEffect(() => onStored(state.isStored), [state.isStored, onStored]);
  if (!state.storedChanges || !isEditable) return null;
  return <LazyUnsavedChangesBanner store={store} state={state} offered={state.storedChanges} draft={editing.draft} />;
}
