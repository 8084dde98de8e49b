import { useMediaQuery } from '@mui/material';
import { useMemo } from 'react';
import type { RaThemeOptions } from 'react-admin';
import { resolveLook } from '#portal/preferences/preferences.ts';
import { usePreferences } from '#portal/preferences/usePreferences.ts';
import { buildTheme, type ReadToken } from './theme.ts';

/** Theme and density from the portal's settings; updates when they change. */
export function useTheme(): RaThemeOptions {
  const preferences = usePreferences();
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)', { noSsr: true });
  const isWideWithFinePointer = useMediaQuery('(min-width: 1024px) and (pointer: fine)', { noSsr: true });
  const { theme, density, textSize } = resolveLook(preferences, { prefersDark, isWideWithFinePointer });
  return useMemo(() => buildTheme(tokenNow, { theme, density, textSize }), [theme, density, textSize]);
}

/** Tokens are CSS custom properties, read from the root element. */
const tokenNow: ReadToken = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
