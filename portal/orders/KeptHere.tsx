import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Client } from '#schemas/generated/types.ts';
import { KeptOffer } from './dialogs.ts';
import { createKeptStore } from './keptStore.ts';
import type { OrderEditing } from './orderEditing.ts';

/** Keeps on this device what is typed and not saved, from when it is there (after what can be typed in, performance 2), and offers what an earlier visit left. */
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
  /** Hears whether what is unsaved is kept: storage may be full, or closed to us. */
  onKept: (isKept: boolean) => void;
}) {
  const [store] = useState(() => createKeptStore({ userId, orderId: editing.now().saved.id }, editing, readClient));
  const kept = useSyncExternalStore(store.watch, store.now);
  useEffect(() => store.start(window), [store]);
  useEffect(() => onKept(kept.isKept), [kept.isKept, onKept]);
  if (!kept.offered || !isEditable) return null;
  return <KeptOffer store={store} kept={kept} offered={kept.offered} draft={editing.draft} />;
}
