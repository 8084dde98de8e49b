import { useSyncExternalStore } from 'react';
import { getPreferences, subscribeToPreferences } from './preferenceStore.ts';
import type { Preferences } from './preferences.ts';

/** The current preferences; the component re-renders when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribeToPreferences, getPreferences);
}
