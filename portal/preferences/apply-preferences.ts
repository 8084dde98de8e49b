import '../look/tokens.css';
import { mediaOf } from '../look/media.ts';
import { isOnPaper, watchPaper } from '../look/paper.ts';
import { resolveLook } from './preferences.ts';
import { getPreferences, subscribeToPreferences } from './store.ts';

/**
 * Puts theme, density and text size on the root element, where the tokens look for them, and keeps them right when the
 * preferences, the system's theme or the window change. On paper it is dark on light, and close together. Called once,
 * before anything is painted.
 */
export function applyPreferences(): void {
  const dark = mediaOf('(prefers-color-scheme: dark)');
  const wide = mediaOf('(min-width: 1024px) and (pointer: fine)');
  const apply = () => {
    const { theme, density, textSize } = resolveLook(getPreferences(), {
      prefersDark: dark.now(),
      isWideWithFinePointer: wide.now(),
    });
    const worn = isOnPaper() ? { theme: 'light', density: 'compact' } : { theme, density };
    Object.assign(document.documentElement.dataset, { ...worn, textSize });
  };
  apply();
  subscribeToPreferences(apply);
  dark.watch(apply);
  wide.watch(apply);
  watchPaper(apply);
}
