import { useSyncExternalStore } from 'react';
import type { Preferences } from './preferences.ts';
import { getPreferences, subscribeToPreferences } from './store.ts';

/** The preferences, followed. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribeToPreferences, getPreferences);
}
