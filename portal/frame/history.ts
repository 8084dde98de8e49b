import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

export type BrowserHistory = ReturnType<typeof createBrowserHistory>;

/** Prompts the person; resolves to whether they may leave the page. */
type LeavePrompt = () => Promise<boolean>;

let leavePrompt: LeavePrompt | undefined;

/** Resolves the pending `leavePromptRegistered` calls. */
const promptListeners = new Set<() => void>();

/**
 * The browser history with a navigation guard, which prompts before a page with unsaved changes is left. React Router
 * has such a guard (useBlocker), but only with its data router, which adds 16 KB to the first load (performance 2). So
 * this wraps the history of the plain router.
 */
export const routerHistory: BrowserHistory = guarded();

/** Registers the prompt before leaving the page. Returns the function that removes it. */
export function setLeavePrompt(next: LeavePrompt): () => void {
  leavePrompt = next;
  for (const listener of promptListeners) listener();
  return () => {
    if (leavePrompt === next) leavePrompt = undefined;
  };
}

/** Resolves when a prompt is registered, or after `timeout` milliseconds. */
export async function leavePromptRegistered(timeout: number): Promise<void> {
  if (leavePrompt) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      promptListeners.delete(finish);
      resolve();
    };
    const timer = setTimeout(finish, timeout);
    promptListeners.add(finish);
  });
}

/** Removes the prompt, after unsaved changes were saved or discarded. */
export function clearLeavePrompt(): void {
  leavePrompt = undefined;
}

/** Whether the page may be left. Prompts the person if there are unsaved changes. */
export async function confirmLeave(): Promise<boolean> {
  const isFine = leavePrompt === undefined || (await leavePrompt());
  if (isFine) clearLeavePrompt();
  return isFine;
}

function guarded(): BrowserHistory {
  // Registered before the router's own listener, so that it can stop the event.
  addEventListener('popstate', guardStep);
  const baseHistory = createBrowserHistory({ v5Compat: true });
  return {
    get action() {
      return baseHistory.action;
    },
    get location() {
      return baseHistory.location;
    },
    createHref: baseHistory.createHref,
    createURL: baseHistory.createURL,
    encodeLocation: baseHistory.encodeLocation,
    go: baseHistory.go,
    listen: baseHistory.listen,
    push: (to, state) => leave(() => baseHistory.push(to, state)),
    replace: (to, state) => leave(() => baseHistory.replace(to, state)),
  };
}

function leave(go: () => void): void {
  const navigateNow = () => {
    go();
    entryIndex = currentIndex();
  };
  // Without a prompt, navigate synchronously: a page that navigates twice in a row relies on the order.
  if (!leavePrompt) navigateNow();
  else void confirmLeave().then((isFine) => isFine && navigateNow());
}

/** The index of the current entry in the history stack; the router stores it in `history.state`. */
let entryIndex = currentIndex();
let isGoingBack = false;

/**
 * Handles back and forward, which have already happened when popstate fires: goes back to the previous entry, prompts,
 * then repeats the step.
 */
function guardStep(event: PopStateEvent): void {
  if (isGoingBack) {
    isGoingBack = false;
    event.stopImmediatePropagation();
    return;
  }
  const step = currentIndex() - entryIndex;
  if (!leavePrompt || step === 0) {
    entryIndex = currentIndex();
    return;
  }
  event.stopImmediatePropagation();
  isGoingBack = true;
  window.history.go(-step);
  void confirmLeave().then((isFine) => isFine && window.history.go(step));
}

function currentIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}
