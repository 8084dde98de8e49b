import type { FastifyInstance } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { moderatorsAt } from '../../engine/access/moderators.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertAbility } from '../../engine/access/viewer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';

const settings: Documentation = {
  summary: 'Get the server settings for a UI',
  answer: {
    type: 'object',
    properties: {
      auth: {
        type: 'object',
        properties: { google: { type: 'boolean' }, basic: { type: 'boolean' } },
        required: ['google', 'basic'],
        additionalProperties: false,
      },
      fileLimit: { type: 'number', description: 'The maximum size of a file in bytes.' },
      importLimit: { type: 'number', description: 'The maximum size of an import file in bytes.' },
      zone: { type: 'string', description: 'The time zone of the agencies.' },
    },
    required: ['auth', 'fileLimit', 'importLimit', 'zone'],
    additionalProperties: false,
  },
};
const managers: Documentation = {
  summary: 'List the active moderators of your entities, or the ADMINs if there are none',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
      required: ['id', 'name', 'email'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY'],
};

/** Settings that the UI needs before and after sign-in (spec 7, design 3). */
export async function constantsRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/data/config', { config: { isOpen: true, documentation: settings } }, async () => ({
    auth: { google: config.google !== null, basic: config.authBasic },
    fileLimit: config.fileLimit,
    importLimit: config.importLimit,
    zone: 'utc',
  }));

  app.get('/api/data/constants/managers', { config: { documentation: managers } }, async (request) => {
    const viewer = signedIn(request);
    assertAbility(viewer, 'read', 'User');
    const found = await managersOf(viewer.user);
    return found.map(({ id, name, email }) => ({ id, name, email }));
  });
}

/** Returns the moderators of the user's entities and their ancestors. */
async function managersOf({ id }: User): Promise<User[]> {
  const own = await storeOf('EntityMember').find({ filter: { user: id } });
  return await moderatorsAt([...new Set(own.flatMap(({ treeScope }) => treeScope))]);
}
