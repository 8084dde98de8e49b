import { createContext, useSyncExternalStore } from 'react';
import { isOnPaper, watchPaper } from '../../look/paper.ts';

/** Whether the page is being printed: closed and off-screen content must then be rendered. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watchPaper, isOnPaper);
}

/** Whether fields show their values as text for print, because a control truncates longer values. */
export const PaperContext = createContext(false);
