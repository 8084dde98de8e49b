import type { AuthProvider } from 'react-admin';
import { catalogue } from '../generate/catalogue.ts';
import { request, statusOf } from './http.ts';
import { canUseBackOffice, isPermitted } from './permissions.ts';
import { currentSession, invalidateSession, type Session } from './session.ts';

/**
 * react-admin's auth provider: session, identity and permissions. There is no sign-in page here: when signed out, the
 * server answers every back-office address with the portal, which has one (design 5).
 */
export const authProvider: AuthProvider = {
  login: () => redirectTo('/'),
  logout: async () => {
    await request('/api/auth/logout', { method: 'POST', body: '{}' });
    return redirectTo('/');
  },
  checkAuth: async () => {
    await requireSession();
  },
  // An expired session does not redirect, since that would discard unsaved input; the failed save reports it.
  checkError: async (error) => {
    if (statusOf(error) === 401) invalidateSession();
  },
  getIdentity: async () => {
    const { id, name, email } = (await requireSession()).user;
    return { id, fullName: name || email, email };
  },
  getPermissions: async () => (await requireSession()).user.roles,
  canAccess: async (params) => isPermitted(await requireSession(), params),
};

/** Returns the session, or redirects to the portal users who are signed out or have no access. */
async function requireSession(): Promise<Session> {
  const session = await currentSession();
  if (!session) return redirectTo(window.location.href);
  if (!canUseBackOffice(catalogue, session.user.roles)) return redirectTo('/');
  resetRedirectGuard();
  return session;
}

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
function resetRedirectGuard(): void {
  sessionStorage.removeItem(triedKey);
}
