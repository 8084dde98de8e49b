const triedKey = 'back-office-left';

/**
 * Leaves the app by a full page load. Never resolves, so that callers do not go on. Reloading the current address lets
 * the server answer with the portal when signed out; a second attempt goes to '/', which avoids a redirect loop with
 * servers that always answer with the back-office (development).
 */
export function redirectTo(address: string): Promise<never> {
  const isAgain = address === window.location.href && sessionStorage.getItem(triedKey) === address;
  sessionStorage.setItem(triedKey, address);
  window.location.assign(isAgain ? '/' : address);
  return new Promise(() => {});
}

/** Resets the redirect guard: the user is signed in. */
export function resetRedirectGuard(): void {
  sessionStorage.removeItem(triedKey);
}
