import { createContext, useSyncExternalStore } from 'react';
import { isOnPaper, watchPaper } from '../../look/paper.ts';

/** Whether the page is being printed: what is closed or out of sight on the screen is then to be on the page. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watchPaper, isOnPaper);
}

/** Whether fields are to show their values as texts, which paper needs: a control cuts off what is longer than itself. */
export const PaperContext = createContext(false);
