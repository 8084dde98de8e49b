import '../look/tokens.css';
import { mediaOf } from '../look/media.ts';
import { isOnPaper, watchPaper } from '../look/paper.ts';
import { resolveLook } from './preferences.ts';
import { getPreferences, subscribeToPreferences } from './store.ts';

/**
 * Sets theme, density and text size as data attributes of the root element, where the design tokens (CSS variables)
 * read them, and updates them when the preferences, the system's color scheme or the window change. Print uses the
 * light, compact look. Call it once, before the first paint.
 */
export function applyPreferences(): void {
  const dark = mediaOf('(prefers-color-scheme: dark)');
  const wide = mediaOf('(min-width: 1024px) and (pointer: fine)');
  const apply = () => {
    const { theme, density, textSize } = resolveLook(getPreferences(), {
      prefersDark: dark.now(),
      isWideWithFinePointer: wide.now(),
    });
    const attributes = isOnPaper() ? { theme: 'light', density: 'compact' } : { theme, density };
    Object.assign(document.documentElement.dataset, { ...attributes, textSize });
  };
  apply();
  subscribeToPreferences(apply);
  dark.watch(apply);
  wide.watch(apply);
  watchPaper(apply);
}
