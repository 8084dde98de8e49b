/** What a person chose for this browser (spec 2, 'Settings and preferences'), kept under this key of the local storage. */
export const preferencesKey = '_v3prefs';

export const choices = {
  layoutDensity: ['compact', 'cozy', 'auto'],
  themePreset: ['dark', 'light', 'auto'],
  textSize: ['small', 'normal'],
} as const;

export type Preferences = {
  layoutDensity: (typeof choices.layoutDensity)[number];
  themePreset: (typeof choices.themePreset)[number];
  textSize: (typeof choices.textSize)[number];
  /** The last chosen channel. */
  channelSlug: string | null;
};

export const defaultPreferences: Preferences = {
  layoutDensity: 'auto',
  themePreset: 'light',
  textSize: 'normal',
  channelSlug: null,
};

/** The preferences in a stored text; what is missing or not among the choices is the default. */
export function parsePreferences(stored: string | null): Preferences {
  const found = storedFields(stored);
  const { layoutDensity, themePreset, textSize } = defaultPreferences;
  return {
    layoutDensity: oneOf(choices.layoutDensity, found.layoutDensity) ?? layoutDensity,
    themePreset: oneOf(choices.themePreset, found.themePreset) ?? themePreset,
    textSize: oneOf(choices.textSize, found.textSize) ?? textSize,
    channelSlug: typeof found.channelSlug === 'string' ? found.channelSlug : null,
  };
}

/** `auto` follows the reader's system and window (look, 'Tokens'). */
export function resolveLook(
  preferences: Preferences,
  reader: { prefersDark: boolean; isWideWithFinePointer: boolean },
): { theme: 'light' | 'dark'; density: 'compact' | 'cozy'; textSize: 'small' | 'normal' } {
  const { themePreset, layoutDensity, textSize } = preferences;
  return {
    theme: themePreset === 'auto' ? (reader.prefersDark ? 'dark' : 'light') : themePreset,
    density: layoutDensity === 'auto' ? (reader.isWideWithFinePointer ? 'compact' : 'cozy') : layoutDensity,
    textSize,
  };
}

/** All that a stored text holds, ours or not; nothing where it is no object. */
export function storedFields(stored: string | null): Record<string, unknown> {
  if (!stored) return {};
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // A hand-edited or half-written text is as good as none.
    return {};
  }
}

function oneOf<Choice extends string>(allowed: readonly Choice[], value: unknown): Choice | undefined {
  return allowed.find((choice) => choice === value);
}
