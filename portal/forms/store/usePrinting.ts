import { createContext, useSyncExternalStore } from 'react';
import { isPrintMedia, subscribeToPrint } from '../../look/print.ts';

/** Whether the page is being printed: closed and off-screen content must then be rendered. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribeToPrint, isPrintMedia);
}

/** Whether fields show their values as text for print, because a control truncates longer values. */
export const PrintContext = createContext(false);
