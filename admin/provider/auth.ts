import type { AuthProvider } from 'react-admin';
import { catalogue } from '../generate/catalogue.ts';
import { hasBackOffice } from './admission.ts';
import { request, statusOf } from './http.ts';
import { leaveTo, stay } from './leave.ts';
import { mayDo } from './may.ts';
import { currentSession, forgetSession, type Session } from './session.ts';

/**
 * Who is signed in and what that person may do. There is no sign-in page here: the portal has it, and is served at
 * every address of the back-office to whoever is signed out (design 5).
 */
export const authProvider: AuthProvider = {
  login: () => leaveTo('/'),
  logout: async () => {
    await request('/api/auth/logout', { method: 'POST', body: '{}' });
    return leaveTo('/');
  },
  checkAuth: async () => {
    await admitted();
  },
  // A session that ends under open work is told by the error itself; the page stays, so that nothing typed is lost.
  checkError: async (error) => {
    if (statusOf(error) === 401) forgetSession();
  },
  getIdentity: async () => {
    const { id, name, email } = (await admitted()).user;
    return { id, fullName: name || email, email };
  },
  getPermissions: async () => (await admitted()).user.roles,
  canAccess: async (asked) => mayDo(await admitted(), asked),
};

/** The session of somebody who has something to do here; all others are on their way to the portal. */
async function admitted(): Promise<Session> {
  const session = await currentSession();
  if (!session) return leaveTo(window.location.href);
  if (!hasBackOffice(catalogue, session.user.roles)) return leaveTo('/');
  stay();
  return session;
}
