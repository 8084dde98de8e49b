import { mediaOf } from './media.ts';

/** Whether the page is being printed, or shown as it will be. */
export const isOnPaper = (): boolean => isPrinting || paper.now();

const paper = mediaOf('print');
let isPrinting = false;

/** Hears when that changes. Answers how to stop it. */
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
