import type { FastifyInstance } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { moderatorsAt } from '../../engine/access/moderators.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertAbility, assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

const settings: Documentation = {
  summary: 'Get the server settings for a UI',
  operationId: 'getConfig',
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
  operationId: 'listManagers',
  description: 'With `order`, the people to whom a moderator can assign this order, the caller included.',
  query: { order: { type: 'string', description: 'The id of an order that the caller may moderate.' } },
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
      required: ['id', 'name', 'email'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
};
const managersQuery = {
  type: 'object',
  properties: { order: { type: 'string', pattern: idPattern } },
  additionalProperties: false,
};

/** Settings that the UI needs before and after sign-in (spec 7, design 3). */
export async function constantsRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/data/config', { config: { isOpen: true, documentation: settings } }, async () => ({
    auth: { google: config.google !== null, basic: config.authBasic },
    fileLimit: config.fileLimit,
    importLimit: config.importLimit,
    zone: 'utc',
  }));

  app.get<{ Querystring: { order?: string } }>(
    '/api/data/constants/managers',
    { schema: { querystring: managersQuery }, config: { documentation: managers } },
    async (request) => {
      const viewer = signedIn(request);
      assertAbility(viewer, 'read', 'User');
      const { order } = request.query;
      const found = await (order ? assigneesOf(order, viewer) : managersOf(viewer.user));
      return found.map(({ id, name, email }) => ({ id, name, email }));
    },
  );
}

/** Returns the moderators of an order's place in the tree, and the viewer, who need not be a member there. */
async function assigneesOf(id: string, viewer: Viewer): Promise<User[]> {
  const order = await loadReadable(viewer, 'Order', id);
  assertMay(viewer, 'moderate', 'Order', order);
  const found = await moderatorsAt(order.treeScope);
  return found.some((each) => each.id === viewer.user.id) ? found : [viewer.user, ...found];
}

/** Returns the moderators of the user's entities and their ancestors. */
async function managersOf({ id }: User): Promise<User[]> {
  const own = await storeOf('EntityMember').find({ filter: { user: id } });
  return await moderatorsAt([...new Set(own.flatMap(({ treeScope }) => treeScope))]);
}
