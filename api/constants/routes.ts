import type { FastifyInstance } from 'fastify';
import { hasRole } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config/config.ts';
import { store } from '../resource/store.ts';

/** What a UI must know before and after somebody signs in (spec 7, design 3). */
export async function constantsRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/data/config', { config: { isOpen: true } }, async () => ({
    auth: { google: false, basic: false },
    fileLimit: config.fileLimit,
    zone: 'utc',
  }));

  app.get('/api/data/constants/managers', async (request) => {
    const viewer = signedIn(request);
    const inTree = hasRole(viewer, 'ADMIN') ? {} : { treeScope: { $in: viewer.rights.entities } };
    const filter = { roles: { $in: ['ADMIN', 'AGENCY_ADMIN'] }, inactive: false, ...inTree };
    const managers = await store('User').find({ filter, sort: ['name'], limit: 200 });
    return managers.map(({ id, name, email }) => ({ id, name, email }));
  });
}
