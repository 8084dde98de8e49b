import type { FastifyInstance } from 'fastify';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { registerEmbedded } from '../../engine/resource/routes/nested.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { authProviders } from './auth-providers.ts';
import { emailAddressParts, emailAddressRoutes } from './email-address-routes.ts';
import { permissionsRoute } from './permissions-route.ts';
import { users } from './users.ts';
import { welcomeRoute } from './welcome.ts';

const above = { name: 'User', declaration: users } as const;

/** Registers the user routes besides the generated ones (spec 7, design 3). */
export async function userRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  resolveMe(app);
  registerEmbedded(app, emailAddressParts);
  registerEmbedded(app, { name: 'AuthProvider', declaration: authProviders, above });
  await app.register(emailAddressRoutes, { config });
  await app.register(welcomeRoute);
  await app.register(permissionsRoute);

  app.get<{ Params: { id: string } }>(
    '/api/users/:id/memberships',
    { schema: { params: idParams('id') }, config: { documentation: memberships } },
    async (request) => {
      const viewer = signedIn(request);
      const user = await loadReadable(viewer, 'User', request.params.id);
      return await membershipsOf(viewer, user.id);
    },
  );
}

/** A user's memberships in entities that the viewer may read. */
async function membershipsOf(viewer: Viewer, user: string): Promise<object[]> {
  const readable = conditionOf(viewer.ability, 'read', 'Entity');
  if (!readable) return [];
  const members = await storeOf('EntityMember').find({ filter: { user } });
  const entities = await storeOf('Entity').find({
    filter: { $and: [{ _id: { $in: members.map(({ entity }) => entity) } }, readable] },
    sort: ['name'],
  });
  return entities.map(({ id, name }) => ({
    entity: { id, name },
    flags: members.find(({ entity }) => entity === id)?.flags ?? 0,
  }));
}

const memberships = {
  summary: 'List the entities of which a User is a member, as far as you can read them',
  tag: 'users',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        entity: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          required: ['id', 'name'],
          additionalProperties: false,
        },
        flags: { type: 'integer', description: 'Bit mask; MANAGE_MEMBERS is 1.' },
      },
      required: ['entity', 'flags'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY' as const, 'RESOURCE_NOT_FOUND' as const],
};

const hasId = (params: unknown): params is { id: string } =>
  typeof params === 'object' && params !== null && 'id' in params;

/** Replaces `me` by the viewer's id in all /api/users routes (design 3). */
function resolveMe(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const isUsers = request.routeOptions.url?.startsWith('/api/users/');
    if (isUsers && hasId(request.params) && request.params.id === 'me') request.params.id = signedIn(request).user.id;
    done();
  });
}
