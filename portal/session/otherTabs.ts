/** Notifies other tabs of sign-in and sign-out (BroadcastChannel), because the tabs of a browser share one session. */
const channel = new BroadcastChannel('portal-session');

/** Notifies the other tabs that somebody signed in or out. */
export function notifyOtherTabs(): void {
  channel.postMessage('changed');
}

/** Subscribes to sign-in and sign-out in other tabs. Returns the function that unsubscribes. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
