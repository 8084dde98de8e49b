import { useEffect, useSyncExternalStore } from 'react';
import type { EditState, RecordStore } from './editState.ts';
import { registerOpenStore } from './openStores.ts';

/** Subscribes a component to a record store and autosaves on page events while it is mounted. */
export function useRecordStore<Saved, Changes>(store: RecordStore<Saved, Changes>): EditState<Saved, Changes> {
  useEffect(
    () => autosaveOnPageEvents(store, { target: window, isHidden: () => document.visibilityState === 'hidden' }),
    [store],
  );
  return useSyncExternalStore(store.subscribe, store.state);
}

/** The event source of the page: the window, or a fake in tests. */
interface PageEvents {
  target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  isHidden: () => boolean;
}

/**
 * Autosaves an edited record on page events: when the network is back, on focus, and a last time when the page is
 * hidden or left. Starts the store; the returned function saves, unregisters and stops it.
 */
export function autosaveOnPageEvents(
  store: Pick<RecordStore<unknown, unknown>, 'start' | 'autosave' | 'state'>,
  page: PageEvents,
): () => void {
  const stop = store.start();
  const unregister = registerOpenStore(store);
  const save = () => void store.autosave();
  const handlers: Record<string, () => void> = {
    online: () => store.state().isDirty && save(),
    // The user may have signed in again in another tab.
    focus: () => store.state().autosaveFailure && save(),
    pagehide: save,
    // A phone may kill a hidden page without another event.
    visibilitychange: () => page.isHidden() && save(),
  };
  for (const [name, handler] of Object.entries(handlers)) page.target.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) page.target.removeEventListener(name, handler);
    save();
    unregister();
    stop();
  };
}
