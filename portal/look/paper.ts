/** Whether the page is being printed, or shown as it will be. */
export const isOnPaper = (): boolean => isPrinting || paper.matches;

const paper = window.matchMedia('print');
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
  paper.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', start);
    window.removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}
