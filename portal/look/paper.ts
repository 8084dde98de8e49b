import { mediaOf } from './media.ts';

/** Whether the page is printing or shown in print preview (print media). */
export const isOnPaper = (): boolean => isPrinting || paper.now();

const paper = mediaOf('print');
let isPrinting = false;

/** Subscribes to changes of it. Returns the unsubscribe function. */
export function watchPaper(listener: () => void): () => void {
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
  const stop = paper.watch(listener);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
    stop();
  };
}
