import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../engine/access/signed-in.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import type { Config } from '../../platform/config/config.ts';
import { networkRateLimit } from '../../platform/database/rate-limiter.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import type { ShareKinds } from './share-kind.ts';
import { makeShareLink, openShareLink, type ShareRequest, shareDays } from './shares.ts';

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
