/** Tabs of one browser share one session: each tells the others when it signs in or out. */
const channel = new BroadcastChannel('portal-session');

export function tellOtherTabs(): void {
  channel.postMessage('changed');
}

/** Calls back when another tab signed in or out. Answers how to stop it. */
export function onOtherTab(listener: () => void): () => void {
  channel.addEventListener('message', listener);
  return () => channel.removeEventListener('message', listener);
}
