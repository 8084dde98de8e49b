import type { FastifyInstance } from 'fastify';
import { hasRole } from '../access/viewer.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { Config } from '../config/config.ts';
import type { Documentation } from '../documentation/documentation.ts';
import { store } from '../resource/store.ts';

const settings: Documentation = {
  summary: 'Read what a UI must know of the server',
  answer: {
    type: 'object',
    properties: {
      auth: { type: 'object', properties: { google: { type: 'boolean' }, basic: { type: 'boolean' } } },
      fileLimit: { type: 'number', description: 'Bytes of one file at most.' },
      zone: { type: 'string', description: 'The time zone of the agencies.' },
    },
    required: ['auth', 'fileLimit', 'zone'],
    additionalProperties: false,
  },
};
const managers: Documentation = {
  summary: "List the active moderators of one's own tree",
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
      required: ['id', 'name', 'email'],
      additionalProperties: false,
    },
  },
};

/** What a UI must know before and after somebody signs in (spec 7, design 3). */
export async function constantsRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/data/config', { config: { isOpen: true, documentation: settings } }, async () => ({
    auth: { google: false, basic: false },
    fileLimit: config.fileLimit,
    zone: 'utc',
  }));

  app.get('/api/data/constants/managers', { config: { documentation: managers } }, async (request) => {
    const viewer = signedIn(request);
    const inTree = hasRole(viewer, 'ADMIN') ? {} : { treeScope: { $in: viewer.rights.entities } };
    const filter = { roles: { $in: ['ADMIN', 'AGENCY_ADMIN'] }, inactive: false, ...inTree };
    const found = await store('User').find({ filter, sort: ['name'], limit: 200 });
    return found.map(({ id, name, email }) => ({ id, name, email }));
  });
}
