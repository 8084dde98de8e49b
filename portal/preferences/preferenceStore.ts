import { useSyncExternalStore } from 'react';
import { type Preferences, parsePreferences, parseStoredFields, preferencesStorageKey } from './preferences.ts';

type Listener = () => void;

const listeners = new Set<Listener>();
let current = parsePreferences(read());

/** The current preferences. Returns the same object until one of them changes, as `useSyncExternalStore` requires. */
export function getPreferences(): Preferences {
  return current;
}

/**
 * Updates some preferences, in memory and in `localStorage`. Merges into what is stored, so changes of another tab and
 * fields of other versions survive.
 */
export function setPreferences(changes: Partial<Preferences>): void {
  const stored = read();
  current = { ...(stored === null ? current : parsePreferences(stored)), ...changes };
  try {
    localStorage.setItem(preferencesStorageKey, JSON.stringify({ ...parseStoredFields(stored), ...current }));
  } catch {
    // If storage is full or blocked, the choice applies until the page is closed.
  }
  notify();
}

/** Subscribes to changes, including those of other tabs (`storage` event). Returns the unsubscribe function. */
export function subscribeToPreferences(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener('storage', syncFromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', syncFromOtherTab);
  };
}

function syncFromOtherTab(event: StorageEvent): void {
  if (event.key !== preferencesStorageKey && event.key !== null) return;
  current = parsePreferences(read());
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(preferencesStorageKey);
  } catch {
    // Storage is blocked by the browser's settings: use the defaults.
    return null;
  }
}

/** The current preferences; the component re-renders when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribeToPreferences, getPreferences);
}
