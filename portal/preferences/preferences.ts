import type { ExportOptions } from '#schemas/resource/export-options.ts';

/**
 * The user's preferences for this browser (spec 2, 'Settings and preferences') are stored in `localStorage` under this
 * key.
 */
export const preferencesStorageKey = '_v3prefs';

/** The allowed values of each preference. */
export const preferenceValues = {
  layoutDensity: ['compact', 'cozy', 'auto'],
  themePreset: ['dark', 'light', 'auto'],
  textSize: ['small', 'normal'],
} as const;

/** The allowed values of the export options. */
export const exportOptionValues = {
  exportFormat: ['csv', 'xlsx'],
  exportDates: ['local', 'iso'],
} as const satisfies { [Name in keyof ExportOptions]: readonly ExportOptions[Name][] };

/** The user's preferences, as stored. */
export type Preferences = ExportOptions & {
  layoutDensity: (typeof preferenceValues.layoutDensity)[number];
  themePreset: (typeof preferenceValues.themePreset)[number];
  textSize: (typeof preferenceValues.textSize)[number];
  /** The channel that was selected last. */
  channelSlug: string | null;
};

const allowedValues: { [Name in Exclude<keyof Preferences, 'channelSlug'>]: readonly Preferences[Name][] } = {
  ...preferenceValues,
  ...exportOptionValues,
};

/** The preferences of a browser that has stored none. */
export const defaultPreferences: Preferences = {
  layoutDensity: 'auto',
  themePreset: 'light',
  textSize: 'normal',
  exportFormat: 'csv',
  exportDates: 'local',
  channelSlug: null,
};

/** Parses the stored preferences. Missing and invalid values get the default. */
export function parsePreferences(stored: string | null): Preferences {
  const fields = parseStoredFields(stored);
  const choice = <Name extends keyof typeof allowedValues>(name: Name): Preferences[Name] =>
    allowedValues[name].find((each) => each === fields[name]) ?? defaultPreferences[name];
  return {
    layoutDensity: choice('layoutDensity'),
    themePreset: choice('themePreset'),
    textSize: choice('textSize'),
    exportFormat: choice('exportFormat'),
    exportDates: choice('exportDates'),
    channelSlug: typeof fields.channelSlug === 'string' ? fields.channelSlug : null,
  };
}

/** Resolves `auto` to a concrete look from the system's color scheme and the window (look, 'Tokens'). */
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

/** All fields of the stored JSON, including unknown ones. Returns an empty object if it is not a JSON object. */
export function parseStoredFields(stored: string | null): Record<string, unknown> {
  if (!stored) return {};
  try {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // Treat hand-edited or truncated text as missing.
    return {};
  }
}
