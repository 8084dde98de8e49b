import { useEffect, useSyncExternalStore } from 'react';
import type { Editing, RecordStore } from './editing.ts';
import { watchPage } from './watchPage.ts';

/** Subscribes a component to a record store and autosaves on page events while it is mounted. */
export function useEditing<Saved, Changes>(store: RecordStore<Saved, Changes>): Editing<Saved, Changes> {
  useEffect(() => watchPage(store, { target: window, isHidden: () => document.visibilityState === 'hidden' }), [store]);
  return useSyncExternalStore(store.watch, store.now);
}
