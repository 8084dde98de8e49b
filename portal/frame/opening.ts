import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { BrowserHistory } from './history.ts';

type Listener = Parameters<BrowserHistory['listen']>[0];
type Update = Parameters<Listener>[0];

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * How all pages open: another one fades in over the one before, where the browser can do so and the person wants motion. What
 * changes within a page, what only leads on, and a step back (whose scrolling is the browser's) is there at once. The router's own
 * `viewTransition` is the data router's alone, which this portal goes without (history.ts).
 */
export function fadingIn(show: Listener): Listener {
  let open = location.pathname;
  let due: Update | undefined;
  const showDue = () => {
    const update = due;
    due = undefined;
    // Whole before the browser looks at it, with its focus and its scrolling.
    if (update) flushSync(() => show(update));
  };
  return (update) => {
    const isOther = update.location.pathname !== open;
    open = update.location.pathname;
    if (!isOther || update.action !== 'PUSH' || !('startViewTransition' in document) || lessMotion.matches) {
      // One that the browser is about to show comes no more: this is where the person has gone since.
      due = undefined;
      startTransition(() => show(update));
      return;
    }
    due = update;
    const { ready, finished } = document.startViewTransition(showDue);
    // One that is given up, as in a tab that nobody sees, has shown its page all the same.
    for (const each of [ready, finished]) each.catch(ignore);
  };
}

const ignore = () => undefined;
