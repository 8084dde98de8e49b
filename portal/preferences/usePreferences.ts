import { useSyncExternalStore } from 'react';
import type { Preferences } from './preferences.ts';
import { getPreferences, subscribeToPreferences } from './store.ts';

/** The current preferences; the component re-renders when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribeToPreferences, getPreferences);
}
