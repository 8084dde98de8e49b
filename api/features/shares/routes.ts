import type { FastifyInstance } from 'fastify';
import type { ShareLink } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { networkRateLimit } from '../../platform/database/rate-limiter.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import type { ShareKinds } from './share-kind.ts';

const links = resource('ShareLink');

/** Rate limit for creating links, per user and hour. */
const assertMayMake = networkRateLimit({
  name: 'share-made',
  hourly: 60,
  reason: 'Too many links were created; try again later',
});

/**
 * Rate limit for opening links, per network and hour, including invalid ones. Nobody guesses 256 bits, but each attempt
 * costs a query.
 */
const assertMayOpen = networkRateLimit({
  name: 'share-opened',
  hourly: 120,
  reason: 'Too many links were opened; try again later',
});

/** Routes for share links, which open one printable record without sign-in: create and open. */
export async function shareRoutes(
  app: FastifyInstance,
  { config, kinds }: { config: Config; kinds: ShareKinds },
): Promise<void> {
  const body = createBodyOf(kinds);
  app.post<{ Body: ShareRequest }>(
    '/api/share_links',
    { schema: { body }, config: { documentation: createDocumentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      await assertMayMake(viewer.user.id);
      const link = await makeShareLink({ kinds, config, viewer }, request.body);
      reply.code(201).header('ETag', `"${link.revision}"`);
      return toResponse(links, link, viewer);
    },
  );

  app.post<{ Body: { token: string } }>(
    '/api/shared',
    { schema: { body: tokenBody }, config: { isOpen: true, documentation: openDocumentation(kinds) } },
    async (request) => {
      await assertMayOpen(request.ip);
      const { content, ...opened } = await openShareLink(kinds, request.body.token);
      return { ...opened, [opened.kind]: content };
    },
  );
}

const createBodyOf = (kinds: ShareKinds) => ({
  type: 'object',
  properties: {
    kind: { type: 'string', title: 'What', enum: Object.keys(kinds) },
    subject: { type: 'string', title: 'Record', pattern: idPattern, description: 'The id of the record to show.' },
    days: {
      type: 'integer',
      title: 'Days',
      minimum: shareDays.least,
      maximum: shareDays.most,
      description: `The lifetime of the link in days. Defaults to ${shareDays.usual}.`,
    },
  },
  required: ['kind', 'subject'],
  additionalProperties: false,
});

const tokenBody = {
  type: 'object',
  properties: {
    token: {
      type: 'string',
      title: 'Token',
      minLength: 1,
      maxLength: 200,
      description: "The part of the link after the '#'.",
    },
  },
  required: ['token'],
  additionalProperties: false,
};

const createDocumentation: Documentation = {
  ...documentationOf(links, 'create', ['RESOURCE_NOT_FOUND', 'RATE_LIMITED']),
  summary: 'Create a share link that opens one record without sign-in',
  description:
    'Requires read access to the record. `url` is returned only in this response. Until it expires or is deleted, the link shows what its creator can read at the time it is opened.',
};

const openDocumentation = (kinds: ShareKinds): Documentation => ({
  tag: links.path,
  summary: 'Open a share link',
  operationId: 'openShareLink',
  description:
    'Public. Returns the shared content in a property named after its kind. Expired, deleted and unknown links are all RESOURCE_NOT_FOUND.',
  answer: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: Object.keys(kinds) },
      sharedBy: { type: 'string', description: 'The name of the user who created the link.' },
      expires: { type: 'string', format: 'date-time' },
      ...Object.fromEntries(Object.entries(kinds).map(([name, { shown }]) => [name, shown])),
    },
    required: ['kind', 'sharedBy', 'expires'],
    additionalProperties: false,
  },
  errors: ['RESOURCE_NOT_FOUND', 'RATE_LIMITED'],
});

/** Milliseconds. */
const day = 86_400_000;

/** Allowed lifetime of a link in days. */
const shareDays = { least: 1, usual: 30, most: 90 } as const;

/** Request to create a link. */
interface ShareRequest extends Pick<ShareLink, 'kind' | 'subject'> {
  days?: number;
}

/**
 * Creates a share link to a record that the viewer may read. Returns it with its URL, which is available only now: the
 * token is in the fragment ('#'), so that it never reaches servers, logs or referrers, and only its hash is stored.
 * Throws RESOURCE_NOT_FOUND or MISSING_ABILITY.
 */
async function makeShareLink(
  { kinds, config, viewer }: { kinds: ShareKinds; config: Pick<Config, 'publicUrl'>; viewer: Viewer },
  { kind, subject, days = shareDays.usual }: ShareRequest,
): Promise<ShareLink> {
  const user = viewer.user.id;
  assertMay(viewer, 'create', 'ShareLink', { user });
  const { name } = await kinds[kind].find(viewer, subject);
  const token = newSecret();
  const expires = fromNow(days * day).toISOString();
  const link = await transaction(async () => {
    const created = await storeOf('ShareLink').insert({ kind, subject, name, user, hash: hashSecret(token), expires });
    await recordAuditChange({ viewer, action: 'create', name: 'ShareLink', before: null, after: created });
    return created;
  });
  return { ...link, url: `${config.publicUrl}/shared#${token}` };
}

/** The content of an opened link. */
interface OpenedShare extends Pick<ShareLink, 'kind' | 'expires'> {
  /** Name of the user who shared it. */
  sharedBy: string;
  content: object;
}

/**
 * Opens a link with the current permissions of its maker: it stops working when they lose access. Throws the same
 * RESOURCE_NOT_FOUND for a link that never existed, expired, was revoked, or whose record is gone.
 */
async function openShareLink(kinds: ShareKinds, token: string): Promise<OpenedShare> {
  const link = await storeOf('ShareLink').findOne({ hash: hashSecret(token), expires: { $gt: now() } });
  const maker = link && (await viewerNow(link.user));
  if (!link || !maker) throw deadLink();
  const { kind, subject, expires } = link;
  const record = await kinds[kind].find(maker, subject).catch((error: unknown) => {
    throw error instanceof ApiError && error.status < 500 ? deadLink() : error;
  });
  const content = await record.show();
  // Use rewrite, so that the revision stays and the maker can delete the link meanwhile.
  await storeOf('ShareLink').updateDerived({ _id: link.id }, { $inc: { opened: 1 }, $set: { openedAt: now() } });
  return { kind, expires, sharedBy: maker.user.name, content };
}

const deadLink = () =>
  new ApiError('RESOURCE_NOT_FOUND', {
    reason: 'This link no longer works or is incomplete. Ask the sender for a new one.',
    details: { type: 'ShareLink', id: null },
  });
