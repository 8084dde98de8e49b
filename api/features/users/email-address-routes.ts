import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmailAddress } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { type EmbeddedRoutes, embeddedOperations } from '../../engine/resource/routes/nested.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams, updateBody } from '../../engine/resource/schemas/body-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import { mailRateLimit } from '../../platform/mail/limits.ts';
import { assertMayEditAccount, emailAddresses } from './email-addresses.ts';
import { users } from './users.ts';

/** E-mail addresses as parts of users. */
export const emailAddressParts: EmbeddedRoutes<'EmailAddress'> = {
  name: 'EmailAddress',
  declaration: emailAddresses,
  above: { name: 'User', declaration: users },
};

interface ById {
  Params: { id: string };
}

const addresses = resource('EmailAddress');
const url = '/api/email_addresses';
const schema = { params: idParams('id') };
const verification = {
  ...documentationOf(addresses, 'read'),
  query: undefined,
  summary: 'Send a verification link for an EmailAddress',
  description:
    'The link does not sign in: it must be opened in a session of the user who added the address. Repeated requests within a minute send no further mail.',
};

/** Routes for one's own addresses without a user id, and for any address by its id (spec 7, design 3). */
export async function emailAddressRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const assertWithinLimit = mailRateLimit(config);
  app.post<{ Body: Partial<EmailAddress> }>(
    url,
    { schema: { body: createBody(addresses) }, config: { documentation: documentationOf(addresses, 'create') } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const created = await embeddedOperations(emailAddressParts, viewer, viewer.user.id).create(request.body);
      return answer(request, reply.code(201), created);
    },
  );
  app.patch<ById & { Body: Partial<EmailAddress> }>(
    `${url}/:id`,
    {
      schema: { ...schema, body: updateBody(addresses) },
      config: { documentation: documentationOf(addresses, 'update') },
    },
    async (request, reply) => {
      const { id } = request.params;
      const revision = ifMatchRevision(request);
      const calls = await callsFor(signedIn(request), id);
      return answer(request, reply, await calls.update({ id, revision, changes: request.body }));
    },
  );
  app.delete<ById>(
    `${url}/:id`,
    { schema, config: { documentation: documentationOf(addresses, 'delete') } },
    async (request, reply) => {
      const { id } = request.params;
      const revision = ifMatchRevision(request);
      return answer(request, reply, await (await callsFor(signedIn(request), id)).remove({ id, revision }));
    },
  );
  app.post<ById>(`${url}/:id/verify`, { schema, config: { documentation: verification } }, async (request, reply) =>
    answer(
      request,
      reply,
      await sendVerification(signedIn(request), request.params.id, (address) => assertWithinLimit(request, address)),
    ),
  );
}

const answer = (request: FastifyRequest, reply: FastifyReply, address: EmailAddress) =>
  reply.header('ETag', `"${address.revision}"`).send(toResponse(addresses, address, signedIn(request)));

/** The operations on the user with this address. Throws RESOURCE_NOT_FOUND when the viewer may not read that user. */
async function callsFor(viewer: Viewer, id: string) {
  return embeddedOperations(emailAddressParts, viewer, (await ownerOf(viewer, id)).id);
}

async function ownerOf(viewer: Viewer, id: string) {
  const user = await storeOf('User').findOne({
    $and: [{ 'emailAddresses.id': id }, allowedFilter(viewer, 'read', 'User')],
  });
  if (!user) throw notFound('EmailAddress', id);
  return user;
}

/**
 * Sends a verification link, created when the mail is sent. A repeated request within a minute sends none (debounced by
 * `verifySentAt`).
 */
async function sendVerification(
  viewer: Viewer,
  id: string,
  assertWithinLimit: (address: string) => Promise<void>,
): Promise<EmailAddress> {
  const owner = await ownerOf(viewer, id);
  const calls = embeddedOperations(emailAddressParts, viewer, owner.id);
  const current = await calls.read(id);
  assertMayEditAccount('EmailAddress', { viewer, action: 'update', parent: owner, current });
  if (current.verified) throw new ApiError('REQUEST_DENIED', { reason: 'This address is already verified' });
  const minuteAgo = fromNow(-60_000);
  if (current.verifySentAt !== null && current.verifySentAt >= minuteAgo.toISOString()) return current;
  await assertWithinLimit(current.address);
  await transaction(async () => {
    const due = { id, verified: false, $or: [{ verifySentAt: null }, { verifySentAt: { $lt: minuteAgo } }] };
    const updatedCount = await storeOf('User').updateMany(
      { _id: owner.id, emailAddresses: { $elemMatch: due } },
      { $set: { 'emailAddresses.$.verifySentAt': now() }, $inc: { revision: 1 } },
    );
    const message = { kind: 'verifyAddress' as const, to: [current.address], user: owner.id };
    if (updatedCount > 0) await enqueueMail(message);
  });
  return await calls.read(id);
}
