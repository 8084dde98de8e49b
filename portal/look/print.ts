import { watchMediaQuery } from './mediaQuery.ts';

/** Whether the page is printing or shown in print preview (print media). */
export const isPrintMedia = (): boolean => isPrinting || paper.matches();

const paper = watchMediaQuery('print');
let isPrinting = false;

/** Subscribes to changes of it. Returns the unsubscribe function. */
export function subscribeToPrint(listener: () => void): () => void {
  const start = () => {
    isPrinting = true;
    listener();
  };
  const end = () => {
    isPrinting = false;
    listener();
  };
  window.addEventListener('beforeprint', start);
  window.addEventListener('afterprint', end);
  const stop = paper.subscribe(listener);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
    stop();
  };
}
