import { useEffect, useSyncExternalStore } from 'react';
import type { Editing, RecordStore } from './editing.ts';
import { watchPage } from './watchPage.ts';

/** A record as it is edited on this page, which is watched over as long as it is shown. */
export function useEditing<Saved, Changes>(store: RecordStore<Saved, Changes>): Editing<Saved, Changes> {
  useEffect(() => watchPage(store, { target: window, isHidden: () => document.visibilityState === 'hidden' }), [store]);
  return useSyncExternalStore(store.watch, store.now);
}
