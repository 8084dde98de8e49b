import type { FastifyInstance } from 'fastify';
import type { Session } from '#schemas/generated/types.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { recordSignOut } from '../../engine/audit/sign-ins.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import type { Config } from '../../platform/config/config.ts';
import { notFound } from '../../platform/errors/catalogue.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { sessionsFilter } from '../users/users.ts';
import { documentedSignIn } from './documentation.ts';
import { clearSessionCookie } from './session.ts';
import type { FoundSession } from './sessions.ts';

/** Session management for one's own account: lists sessions with their browser, ends one or all (design 5). */
export async function ownSessionRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/sessions', { config: { documentation: documentedSignIn.sessions } }, async (request) => {
    const sessions = await storeOf('Session').find({ filter: ownSessions(signedIn(request)), sort: ['-lastSeen'] });
    return sessions.map((each) => shown(each, request.session));
  });

  app.delete<{ Params: { id: string } }>(
    '/api/sessions/:id',
    { schema: { params: idParams('id') }, config: { documentation: documentedSignIn.endSession } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const filter = { $and: [{ _id: id }, ownSessions(viewer)] };
      assertInPerson(viewer);
      const ended = await transaction(async () => {
        const session = await storeOf('Session').delete(filter);
        if (!session) throw notFound('Session', id);
        await recordSignOut(viewer, { user: viewer.user, reason: 'elsewhere' });
        return shown(session, request.session);
      });
      if (ended.isCurrent) clearSessionCookie(reply, config);
      return ended;
    },
  );

  app.delete('/api/sessions', { config: { documentation: documentedSignIn.endSessions } }, async (request, reply) => {
    const viewer = signedIn(request);
    assertInPerson(viewer);
    const ended = await transaction(async () => {
      const count = await storeOf('Session').deleteMany(sessionsFilter(viewer.user.id));
      if (count > 0) await recordSignOut(viewer, { user: viewer.user, reason: 'everywhere', count });
      return count;
    });
    clearSessionCookie(reply, config);
    return { ended };
  });
}

/**
 * Filter for one's own sessions, without those in which somebody impersonates the user. Throws MISSING_ABILITY for an
 * API key that may not read sessions.
 */
const ownSessions = (viewer: Viewer) => ({
  $and: [allowedFilter(viewer, 'read', 'Session'), { user: viewer.user.id, really: null }],
});

/** The session fields shown to the user. */
const shown = ({ id, hash, agent, lastSeen, createdAt, expires }: Session, current: FoundSession | null) => ({
  id,
  agent,
  lastSeen,
  createdAt,
  expires,
  isCurrent: current !== null && hash === hashSecret(current.id),
});
