import type { FastifyInstance } from 'fastify';
import { isApiKey } from '#schemas/access/sign-in-methods.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { assertFreshSignIn, signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import type { PartDeclaration, PartWrite } from '../../engine/resource/records/records.ts';
import { registerEmbedded } from '../../engine/resource/routes/nested.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { openSealed, sealText } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError, conflict, invalidRequest } from '../../platform/errors/catalogue.ts';
import { formatApiToken } from '../../platform/secrets/api-token.ts';
import { hashPassword } from '../../platform/secrets/passwords.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { emailAddressParts, emailAddressRoutes } from './email-address-routes.ts';
import { assertMayEditAccount } from './email-addresses.ts';
import { permissionsRoute } from './permissions-route.ts';
import { normalizeUserName, userNameFilter, users } from './users.ts';
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

type Write = PartWrite<'AuthProvider'>;

/**
 * Hooks of sign-in methods. Users create a user name with password (stored as a hash) and API keys, whose secret is
 * generated and returned once; all other methods are created by signing in (design 5).
 */
const authProviders: PartDeclaration<'AuthProvider'> = {
  assertMay: (write) => assertMayEditAccount('AuthProvider', write),
  async beforeWrite(write) {
    assertFreshSignIn(write.viewer);
    if (write.action === 'delete') return removable(write);
    assertWritable(write);
    if (write.changes.type === 'API_HMAC') return withSecret(write);
    return write.changes.type === 'API_TOKEN' ? withToken(write) : await withHash(write);
  },
  afterCreate(created, requested) {
    const { id, type, challenge } = created;
    if (type === 'API_HMAC' && challenge) return { ...created, secret: openSealed(challenge) };
    const secret = newTokens.get(requested);
    return secret === undefined ? created : { ...created, secret: formatApiToken({ id, secret }) };
  },
};

function removable({ current, changes }: Write): Write['changes'] {
  if (current?.type !== 'MAGIC') return changes;
  throw new ApiError('REQUEST_DENIED', { reason: 'It belongs to an e-mail address: remove the address instead' });
}

/** The secret is sealed rather than hashed, because verifying an HMAC signature requires it in plain text. */
const withSecret = ({ changes }: Write): Write['changes'] => ({ ...changes, challenge: sealText(newSecret()) });

/** The secrets of tokens that are being created, by the requested fields. Only their hashes are stored. */
const newTokens = new WeakMap<object, string>();

function withToken({ changes }: Write): Write['changes'] {
  const secret = newSecret();
  newTokens.set(changes, secret);
  return {
    ...changes,
    challenge: hashSecret(secret),
    expires: changes.expires ?? fromNow(defaultLifetime).toISOString(),
  };
}

async function withHash(write: Write): Promise<Write['changes']> {
  await assertStrong(write);
  await assertKeyIsFree(write);
  const { key, challenge } = write.changes;
  return {
    ...write.changes,
    ...(key === undefined ? {} : { key: normalizeUserName(key) }),
    ...(challenge === undefined ? {} : { challenge: await hashPassword(challenge) }),
  };
}

/** Rejects weak passwords: those that are easy to guess or contain the user's data. */
async function assertStrong({ parent, current, changes: { challenge, key } }: Write): Promise<void> {
  if (challenge === undefined) return;
  // Import lazily: it loads word lists.
  const { passwordWeakness } = await import('#schemas/access/password-strength.ts');
  const weakness = passwordWeakness(challenge, [parent.name, parent.email, key ?? current?.key ?? '']);
  if (weakness) throw rejected('/challenge', weakness);
}

/** User names are unique. */
async function assertKeyIsFree({ parent, changes }: Write): Promise<void> {
  if (changes.key === undefined) return;
  const others = await storeOf('User').count({ _id: { $ne: parent.id }, ...userNameFilter(changes.key) }, 1);
  if (others > 0) throw conflict('AuthProvider', null, 'Another user has this user name');
}

const day = 86_400_000;
const defaultLifetime = 90 * day;
const longestLifetime = 366 * day;

const rejected = (path: string, message: string) => invalidRequest('body', [{ path, message }]);

function assertWritable(write: Write): void {
  const type = write.changes.type ?? write.current?.type;
  if (type === 'BASIC') assertPassword(write);
  else if (isApiKey(type) && write.action === 'create') assertMachineKey(write);
  else throw rejected('/type', 'Only BASIC can be added or changed, and API_HMAC and API_TOKEN added or removed');
}

function assertPassword({ action, parent, current, changes }: Write): void {
  if (action === 'update' && changes.type !== undefined && changes.type !== current?.type)
    throw rejected('/type', 'Cannot be changed');
  if (action === 'create' && changes.challenge === undefined)
    throw rejected('/challenge', 'Missing required field: Challenge');
  for (const limit of ['onlyReads', 'resources', 'expires'] as const)
    if (changes[limit] !== undefined) throw rejected(`/${limit}`, 'Only an API key can have this');
  const isTaken = parent.authProviders.some(({ id, type: each }) => each === 'BASIC' && id !== current?.id);
  if (action === 'create' && isTaken) throw rejected('/type', 'There already is one');
}

/** The name of an API key is unique per user, so that it can be identified. A token expires within a year. */
function assertMachineKey({ parent, changes: { type, key, challenge, expires } }: Write): void {
  if (challenge !== undefined) throw rejected('/challenge', 'Is generated by the server and shown once');
  const isTaken = parent.authProviders.some((each) => isApiKey(each.type) && each.key === key);
  if (isTaken) throw rejected('/key', 'There already is one with this name');
  if (expires === undefined) return;
  if (type !== 'API_TOKEN') throw rejected('/expires', 'Only an API token can have this');
  const lifetime = new Date(expires).getTime() - now().getTime();
  if (lifetime <= 0) throw rejected('/expires', 'Must be in the future');
  if (lifetime > longestLifetime) throw rejected('/expires', 'Must be at most 366 days from now');
}
