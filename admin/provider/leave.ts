const triedKey = 'back-office-left';

/**
 * Leaves the back-office for another page of ours and never comes back: what waits for it waits until the browser has
 * gone. The address of this very page asks the server again, which answers the portal's frame to whoever is signed
 * out; a server that answers the back-office all the same (a development server) is not asked forever.
 */
export function leaveTo(address: string): Promise<never> {
  const isAgain = address === window.location.href && sessionStorage.getItem(triedKey) === address;
  sessionStorage.setItem(triedKey, address);
  window.location.assign(isAgain ? '/' : address);
  return new Promise(() => {});
}

/** Somebody is signed in after all. */
export function stay(): void {
  sessionStorage.removeItem(triedKey);
}
