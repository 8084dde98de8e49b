import { useSyncExternalStore } from 'react';
import { mediaOf } from '../look/media.ts';

/** As the style sheets have it: from here down the rail is a bar at the bottom. */
const narrow = mediaOf('(max-width: 719px)');

/** Whether the window is as narrow as a phone's. */
export const useNarrow = () => useSyncExternalStore(narrow.watch, narrow.now);
