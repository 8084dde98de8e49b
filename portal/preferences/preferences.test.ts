import { describe, expect, it } from 'vitest';
import { defaultPreferences, parsePreferences, resolveLook } from './preferences.ts';

describe('preferences', () => {
  it('start light, with automatic density, normal text and no channel', () => {
    expect(parsePreferences(null)).toEqual({
      layoutDensity: 'auto',
      themePreset: 'light',
      textSize: 'normal',
      channelSlug: null,
    });
  });

  it('keep what was chosen', () => {
    const chosen = { layoutDensity: 'cozy', themePreset: 'dark', textSize: 'small', channelSlug: 'radio' };
    expect(parsePreferences(JSON.stringify(chosen))).toEqual(chosen);
  });

  it.each(['{', '7', 'null', '', '[{"themePreset":"dark"}]', '{"themePreset":"pink","textSize":7,"channelSlug":{}}'])(
    'fall back to the defaults for %s',
    (stored) => {
      expect(parsePreferences(stored)).toEqual(defaultPreferences);
    },
  );
});

describe('an automatic look', () => {
  const reader = { prefersDark: true, isWideWithFinePointer: true };
  const automatic = { ...defaultPreferences, themePreset: 'auto', layoutDensity: 'auto' } as const;

  it('follows the system into the dark and is compact where there is room and a mouse', () => {
    expect(resolveLook(automatic, reader)).toEqual({ theme: 'dark', density: 'compact', textSize: 'normal' });
  });

  it('is cozy on a phone', () => {
    expect(resolveLook(automatic, { ...reader, isWideWithFinePointer: false }).density).toBe('cozy');
  });

  it('gives way to a choice', () => {
    expect(resolveLook({ ...automatic, themePreset: 'light', layoutDensity: 'cozy' }, reader)).toMatchObject({
      theme: 'light',
      density: 'cozy',
    });
  });
});
