import { subject } from '@casl/ability';
import type { AuthProvider } from 'react-admin';
import type { Operation } from '#schemas/resource/resource.ts';
import { catalogue, resourceAt } from '../generate/catalogue.ts';
import { hasBackOffice, isFor } from './admission.ts';
import { request, statusOf } from './http.ts';
import { leaveTo, stay } from './leave.ts';
import { currentSession, forgetSession, type Session } from './session.ts';

/** react-admin's actions and those of our own screens: the ability's action, and the route that a resource must offer. */
const actions: Record<string, { verb: string; operation?: Operation } | undefined> = {
  list: { verb: 'read', operation: 'list' },
  show: { verb: 'read' },
  export: { verb: 'read', operation: 'list' },
  edit: { verb: 'update' },
  create: { verb: 'create', operation: 'create' },
  delete: { verb: 'delete', operation: 'delete' },
  moderate: { verb: 'moderate' },
};

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
    return { id, fullName: name || email };
  },
  getPermissions: async () => (await admitted()).user.roles,
  canAccess: async ({ action, resource: path, record }) => {
    const asked = actions[action];
    if (!asked) throw new Error(`${path}: no action ${action}; known: ${Object.keys(actions).join(', ')}`);
    const { verb, operation } = asked;
    const resource = resourceAt(path);
    if (!resource || (operation && !resource.operations.includes(operation))) return false;
    const { user, ability } = await admitted();
    return (
      isFor(resource, user.roles) && ability.can(verb, record ? subject(resource.name, { ...record }) : resource.name)
    );
  },
};

/** The session of somebody who has something to do here; all others are on their way to the portal. */
async function admitted(): Promise<Session> {
  const session = await currentSession();
  if (!session) return leaveTo(window.location.href);
  if (!hasBackOffice(catalogue, session.user.roles)) return leaveTo('/');
  stay();
  return session;
}
