import { useEffect, useSyncExternalStore } from 'react';
import type { EditState, RecordStore } from './editing.ts';
import { autosaveOnPageEvents } from './watchPage.ts';

/** Subscribes a component to a record store and autosaves on page events while it is mounted. */
export function useRecordStore<Saved, Changes>(store: RecordStore<Saved, Changes>): EditState<Saved, Changes> {
  useEffect(
    () => autosaveOnPageEvents(store, { target: window, isHidden: () => document.visibilityState === 'hidden' }),
    [store],
  );
  return useSyncExternalStore(store.subscribe, store.state);
}
