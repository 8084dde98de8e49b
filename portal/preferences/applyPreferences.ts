import '../look/tokens.css';
import { watchMediaQuery } from '../look/mediaQuery.ts';
import { isPrintMedia, subscribeToPrint } from '../look/print.ts';
import { getPreferences, subscribeToPreferences } from './preferenceStore.ts';
import { resolveLook } from './preferences.ts';

/**
 * Sets theme, density and text size as data attributes of the root element, where the design tokens (CSS variables)
 * read them, and updates them when the preferences, the system's color scheme or the window change. Print uses the
 * light, compact look. Call it once, before the first paint.
 */
export function applyPreferences(): void {
  const dark = watchMediaQuery('(prefers-color-scheme: dark)');
  const wide = watchMediaQuery('(min-width: 1024px) and (pointer: fine)');
  const apply = () => {
    const { theme, density, textSize } = resolveLook(getPreferences(), {
      prefersDark: dark.matches(),
      isWideWithFinePointer: wide.matches(),
    });
    const attributes = isPrintMedia() ? { theme: 'light', density: 'compact' } : { theme, density };
    Object.assign(document.documentElement.dataset, { ...attributes, textSize });
  };
  apply();
  subscribeToPreferences(apply);
  dark.subscribe(apply);
  wide.subscribe(apply);
  subscribeToPrint(apply);
}
