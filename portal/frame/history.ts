import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

export type BrowserHistory = ReturnType<typeof createBrowserHistory>;

/** Asks whether the page may be left. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/**
 * The address bar, with a question before a page with unsaved work is left. The data router has such a guard too, for
 * 16 KB more at the first load (performance 2); this is the plain router's history with one in front.
 */
export const history: BrowserHistory = guarded();

/** From now on `next` is asked before the page is left. Answers how to stop that. */
export function askBeforeLeaving(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** What was unsaved is saved or gone: the page may be left without a question from this moment on. */
export function leaveFreely(): void {
  ask = undefined;
}

/** Whether the page may be left, asked of the person when there is something to lose. */
export async function mayLeave(): Promise<boolean> {
  const isFine = ask === undefined || (await ask());
  if (isFine) leaveFreely();
  return isFine;
}

function guarded(): BrowserHistory {
  // Before the router's own listener, so that a step back can be held.
  addEventListener('popstate', holdStep);
  const plain = createBrowserHistory({ v5Compat: true });
  return {
    get action() {
      return plain.action;
    },
    get location() {
      return plain.location;
    },
    createHref: plain.createHref,
    createURL: plain.createURL,
    encodeLocation: plain.encodeLocation,
    go: plain.go,
    listen: plain.listen,
    push: (to, state) => leave(() => plain.push(to, state)),
    replace: (to, state) => leave(() => plain.replace(to, state)),
  };
}

function leave(go: () => void): void {
  const leaveNow = () => {
    go();
    place = placeNow();
  };
  // Without a question at once: a page that goes on to another in the same breath counts on the order.
  if (!ask) leaveNow();
  else void mayLeave().then((isFine) => isFine && leaveNow());
}

/** Where in the browser's list of pages we are: the router numbers them. */
let place = placeNow();
let isGoingBack = false;

/** A step back or forth has happened already when we hear of it: go back to where it came from, then ask. */
function holdStep(event: PopStateEvent): void {
  if (isGoingBack) {
    isGoingBack = false;
    event.stopImmediatePropagation();
    return;
  }
  const step = placeNow() - place;
  if (!ask || step === 0) {
    place = placeNow();
    return;
  }
  event.stopImmediatePropagation();
  isGoingBack = true;
  window.history.go(-step);
  void mayLeave().then((isFine) => isFine && window.history.go(step));
}

function placeNow(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}
