import type { FastifyInstance } from 'fastify';
import { signedIn } from '../access/signed-in.ts';

const hasId = (params: unknown): params is { id: string } =>
  typeof params === 'object' && params !== null && 'id' in params;

/** Replaces `me` by the viewer's id in all /api/users routes (design 3). */
export function resolveMe(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const isUsers = request.routeOptions.url?.startsWith('/api/users/');
    if (isUsers && hasId(request.params) && request.params.id === 'me') request.params.id = signedIn(request).user.id;
    done();
  });
}
