import { describe, expect, it } from 'vitest';
import { defaultPreferences, parsePreferences, resolveLook } from './preferences.ts';

describe('preferences', () => {
  it('default to light theme, automatic density, normal text and no channel', () => {
    expect(parsePreferences(null)).toEqual({
      layoutDensity: 'auto',
      themePreset: 'light',
      textSize: 'normal',
      channelSlug: null,
      exportFormat: 'csv',
      exportDates: 'local',
    });
  });

  it('preferences parse stored choices', () => {
    const chosen = {
      ...{ layoutDensity: 'cozy', themePreset: 'dark', textSize: 'small', channelSlug: 'radio' },
      ...{ exportFormat: 'xlsx', exportDates: 'iso' },
    };
    expect(parsePreferences(JSON.stringify(chosen))).toEqual(chosen);
  });

  it.each(['{', '7', 'null', '', '[{"themePreset":"dark"}]', '{"themePreset":"pink","textSize":7,"channelSlug":{}}'])(
    'fall back to the defaults for %s',
    (stored) => {
      expect(parsePreferences(stored)).toEqual(defaultPreferences);
    },
  );
});

describe('resolveLook', () => {
  const reader = { prefersDark: true, isWideWithFinePointer: true };
  const automatic = { ...defaultPreferences, themePreset: 'auto', layoutDensity: 'auto' } as const;

  it('resolves "auto" to the system\'s dark theme and to compact density on a wide window with a mouse', () => {
    expect(resolveLook(automatic, reader)).toEqual({ theme: 'dark', density: 'compact', textSize: 'normal' });
  });

  it('resolves "auto" density to cozy on a phone', () => {
    expect(resolveLook(automatic, { ...reader, isWideWithFinePointer: false }).density).toBe('cozy');
  });

  it('uses an explicit theme and density', () => {
    expect(resolveLook({ ...automatic, themePreset: 'light', layoutDensity: 'cozy' }, reader)).toMatchObject({
      theme: 'light',
      density: 'cozy',
    });
  });
});
