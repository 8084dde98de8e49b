import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPreferences, preferencesStorageKey } from './preferences.ts';

/** Loads the store as a new tab does, over a `localStorage` that another tab also writes to. */
async function tabWith(stored: string | null) {
  const storage = new Map(stored === null ? [] : [[preferencesStorageKey, stored]]);
  const listeners: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  vi.resetModules();
  const tab = await import('./preferenceStore.ts');
  return {
    ...tab,
    stored: (): unknown => JSON.parse(storage.get(preferencesStorageKey) ?? 'null'),
    anotherTabStores: (text: string) => {
      storage.set(preferencesStorageKey, text);
      return () => {
        for (const listener of listeners) listener({ key: preferencesStorageKey });
      };
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('preferences in localStorage (_v3prefs)', () => {
  it.each(['{', '[1]', '"dark"', '{"themePreset":{"version":4}}'])(
    'ignores the broken text %s and repairs it with the next choice',
    async (broken) => {
      const { getPreferences, setPreferences, stored } = await tabWith(broken);
      expect(getPreferences()).toEqual(defaultPreferences);
      setPreferences({ textSize: 'small' });
      expect(stored()).toEqual({ ...defaultPreferences, textSize: 'small' });
    },
  );

  it('keeps fields of another version of the product', async () => {
    const { setPreferences, stored } = await tabWith('{"themePreset":"dark","fontFace":"serif"}');
    setPreferences({ channelSlug: 'radio' });
    expect(stored()).toEqual({
      ...defaultPreferences,
      themePreset: 'dark',
      channelSlug: 'radio',
      fontFace: 'serif',
    });
  });

  it('keeps a change of another tab when saving before its storage event arrives, and notifies listeners', async () => {
    const tab = await tabWith('{"themePreset":"light"}');
    const seen: string[] = [];
    tab.subscribeToPreferences(() => seen.push(tab.getPreferences().themePreset));
    const dispatchStorageEvent = tab.anotherTabStores('{"themePreset":"dark"}');
    tab.setPreferences({ channelSlug: 'radio' });
    expect(tab.stored()).toMatchObject({ themePreset: 'dark', channelSlug: 'radio' });
    dispatchStorageEvent();
    expect(seen).toEqual(['dark', 'dark']);
  });
});
