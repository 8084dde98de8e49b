import { useSyncExternalStore } from 'react';

/** Whether the page is being printed: what is closed or out of sight on the screen is then to be on the page. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watch, () => isPrinting || paper.matches);
}

const paper = window.matchMedia('print');
let isPrinting = false;

function watch(listener: () => void): () => void {
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
  paper.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}
