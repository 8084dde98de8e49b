import { useEffect, useSyncExternalStore } from 'react';
import { autosaveOnPageEvents } from './autosaveOnPageEvents.ts';
import type { EditState, RecordStore } from './editState.ts';

/** Subscribes a component to a record store and autosaves on page events while it is mounted. */
export function useRecordStore<Saved, Changes>(store: RecordStore<Saved, Changes>): EditState<Saved, Changes> {
  useEffect(
    () => autosaveOnPageEvents(store, { target: window, isHidden: () => document.visibilityState === 'hidden' }),
    [store],
  );
  return useSyncExternalStore(store.subscribe, store.state);
}
