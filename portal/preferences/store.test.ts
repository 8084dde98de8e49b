import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPreferences, preferencesKey } from './preferences.ts';

/** A tab: the store as it is loaded by a page, over a storage that another tab writes to as well. */
async function tabWith(stored: string | null) {
  const kept = new Map(stored === null ? [] : [[preferencesKey, stored]]);
  const heard: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof heard)[number]) => heard.push(listener));
  vi.resetModules();
  const tab = await import('./store.ts');
  return {
    ...tab,
    stored: (): unknown => JSON.parse(kept.get(preferencesKey) ?? 'null'),
    anotherTabStores: (text: string) => {
      kept.set(preferencesKey, text);
      return () => {
        for (const listener of heard) listener({ key: preferencesKey });
      };
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe('what is stored under _v3prefs', () => {
  it.each(['{', '[1]', '"dark"', '{"themePreset":{"version":4}}'])(
    'counts for nothing where it is broken, as %s, and is mended by the next choice',
    async (broken) => {
      const { getPreferences, setPreferences, stored } = await tabWith(broken);
      expect(getPreferences()).toEqual(defaultPreferences);
      setPreferences({ textSize: 'small' });
      expect(stored()).toEqual({ ...defaultPreferences, textSize: 'small' });
    },
  );

  it('keeps what another version of the product has there', async () => {
    const { setPreferences, stored } = await tabWith('{"themePreset":"dark","fontFace":"serif"}');
    setPreferences({ channelSlug: 'radio' });
    expect(stored()).toEqual({
      ...defaultPreferences,
      themePreset: 'dark',
      channelSlug: 'radio',
      fontFace: 'serif',
    });
  });

  it('is taken from another tab as it tells, and not overwritten before it has', async () => {
    const tab = await tabWith('{"themePreset":"light"}');
    const seen: string[] = [];
    tab.subscribeToPreferences(() => seen.push(tab.getPreferences().themePreset));
    const tell = tab.anotherTabStores('{"themePreset":"dark"}');
    tab.setPreferences({ channelSlug: 'radio' });
    expect(tab.stored()).toMatchObject({ themePreset: 'dark', channelSlug: 'radio' });
    tell();
    expect(seen).toEqual(['dark', 'dark']);
  });
});
