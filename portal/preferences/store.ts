import { type Preferences, parsePreferences, preferencesKey, storedFields } from './preferences.ts';

type Listener = () => void;

const listeners = new Set<Listener>();
let current = parsePreferences(read());

/** The preferences now. The same object until one of them changes. */
export function getPreferences(): Preferences {
  return current;
}

/** Changes some preferences, here and in the local storage: what another tab has changed, or another version keeps there, stays. */
export function setPreferences(changes: Partial<Preferences>): void {
  const stored = read();
  current = { ...(stored === null ? current : parsePreferences(stored)), ...changes };
  try {
    localStorage.setItem(preferencesKey, JSON.stringify({ ...storedFields(stored), ...current }));
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  announce();
}

/** Calls back after each change, also one made in another tab. Answers how to stop it. */
export function subscribeToPreferences(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener('storage', takeFromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', takeFromOtherTab);
  };
}

function takeFromOtherTab(event: StorageEvent): void {
  if (event.key !== preferencesKey && event.key !== null) return;
  current = parsePreferences(read());
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(preferencesKey);
  } catch {
    // Storage switched off by the browser's settings: the defaults hold.
    return null;
  }
}
