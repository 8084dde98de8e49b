import { useSyncExternalStore } from 'react';
import { mediaOf } from '../look/media.ts';

/** The breakpoint of the style sheets below which the rail becomes a bottom bar. */
const narrow = mediaOf('(max-width: 719px)');

/** Hook: whether the window is as narrow as a phone's. */
export const useNarrow = () => useSyncExternalStore(narrow.watch, narrow.now);
