import { useSyncExternalStore } from 'react';
import { watchMediaQuery } from '../look/mediaQuery.ts';

/** The breakpoint of the style sheets below which the rail becomes a bottom bar. */
const narrow = watchMediaQuery('(max-width: 719px)');

/** Hook: whether the window is as narrow as a phone's. */
export const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.matches);
