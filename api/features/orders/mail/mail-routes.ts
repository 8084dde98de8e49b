import type { FastifyInstance } from 'fastify';
import { OutboxMessage as mailSchema } from '#schemas/generated/registry.ts';
import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import { isOrderNotification } from '#schemas/mail/order-notifications.ts';
import { builtInFormats } from '#schemas/texts/moments.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable, may, type Viewer } from '../../../engine/access/viewer.ts';
import { enqueueMail } from '../../../engine/mail/outbox.ts';
import type { ResolvedRecipients } from '../../../engine/mail/recipients.ts';
import { templateOf } from '../../../engine/mail/templates.ts';
import { pageSchemaOf as pageSchema } from '../../../engine/resource/lists/documentation.ts';
import { loadPage } from '../../../engine/resource/lists/list.ts';
import { listParameterTable } from '../../../engine/resource/lists/parameters.ts';
import { parseListQuery } from '../../../engine/resource/lists/query.ts';
import { addShown, sendPage } from '../../../engine/resource/lists/reply.ts';
import { idParams, type JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError, missingPermission, notFound } from '../../../platform/errors/catalogue.ts';
import { assertMailRateLimit } from '../../../platform/mail/limits.ts';
import { mergeFieldValues } from './mail-values.ts';
import { noticeRecipients } from './notices.ts';
import { onboardingRecipients } from './onboarding.ts';

const url = '/api/orders/:id/mails';

/**
 * Routes for the mails about an order: the list, newest first, for readers of the order, and resend for its moderators
 * (design 8).
 */
export async function orderMailRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    url,
    { schema: { params: idParams('id') }, config: { documentation: documented.list } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const place = `/api/orders/${request.params.id}/mails`;
      const query = parseListQuery({ resource: resource('OutboxMessage'), query: request.query, extraKeys: [], place });
      const order = await loadReadable(viewer, 'Order', request.params.id);
      const newest = { ...query, sort: ['-createdAt'] };
      const page = await loadPage('OutboxMessage', { filter: { order: order.id }, query: newest });
      const add = addShown(shownTo(may(viewer, 'moderate', 'Order', order)));
      return await sendPage(reply, { name: 'mails', query: newest, page, rows: page.results, add });
    },
  );

  app.post<{ Params: { id: string; mail: string } }>(
    `${url}/:mail/resend`,
    { schema: { params: idParams('id', 'mail') }, config: { documentation: documented.resend } },
    async (request, reply) => {
      const sent = await resendMail({ viewer: signedIn(request), ...request.params });
      return reply.code(201).send(shownTo(true)(sent));
    },
  );
}

/**
 * A mail in the list, without its content, which only its recipients may read. Blind copies are visible to moderators.
 */
const shownTo = (isModerator: boolean) => (mail: OutboxMessage) => {
  const { id, createdAt, kind, subject, to, cc, bcc, status, refusals, trouble } = mail;
  const { sentAt, orderRevision, by, resendOf } = mail;
  return {
    ...{ id, createdAt, kind, subject, to, cc, status, refusals, trouble, sentAt, orderRevision, by, resendOf },
    ...(isModerator ? { bcc } : {}),
  };
};

const { kind, subject, to, cc, bcc, status, refusals, trouble, ...noted } = mailSchema.properties;
const { sentAt, orderRevision, by, resendOf } = noted;

const mail: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    ...{ kind, subject, to, cc, bcc, status, refusals, trouble, sentAt, orderRevision, by, resendOf },
  },
  required: ['id', 'createdAt', 'kind', 'to', 'status', 'refusals'],
  additionalProperties: false,
};

const documented = {
  list: {
    summary: 'List the mails of an order, newest first',
    description:
      'Returns the recipients and the delivery status of each mail, and the error of the mail server for failed recipients.',
    tag: resource('Order').path,
    query: {
      page: { type: 'integer', minimum: 1, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
      after: listParameterTable.after.schema(resource('Order')),
    },
    answer: pageSchema(mail),
    errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
  },
  resend: {
    summary: 'Resend a mail of an order',
    description:
      'Creates a new message to the current recipients of the original one. Requires permission to moderate the order.',
    tag: resource('Order').path,
    status: 201,
    answer: mail,
    errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'REQUEST_DENIED', 'RATE_LIMITED'],
  },
} satisfies Record<string, Documentation>;

interface Resend {
  viewer: Viewer;
  /** Order id. */
  id: string;
  /** Id of the outbox message. */
  mail: string;
}

/**
 * Sends a mail about an order again, as a new message to the current recipients, since an address may have been
 * corrected. Throws RESOURCE_NOT_FOUND, MISSING_PERMISSION unless the viewer moderates the order, REQUEST_DENIED while
 * the first mail is being sent or when no recipient has an address, and RATE_LIMITED.
 */
async function resendMail({ viewer, id, mail: mailId }: Resend): Promise<OutboxMessage> {
  const order = await loadReadable(viewer, 'Order', id);
  const mail = await storeOf('OutboxMessage').findOne({ _id: mailId, order: order.id });
  if (!mail) throw notFound('OutboxMessage', mailId);
  if (!may(viewer, 'moderate', 'Order', order)) throw missingPermission('update', 'Order', order.id);
  if (mail.status === 'waiting') throw new ApiError('REQUEST_DENIED', { reason: 'This mail is already being sent' });
  const first = (mail.resendOf && (await storeOf('OutboxMessage').findOne({ _id: mail.resendOf }))) || mail;
  const recipients = await addressesNow(order, first);
  if (recipients.status === 'noRecipient') {
    const rejectionText = recipients.refusals.map(({ recipient, reason }) => `${recipient}: ${reason}`).join('; ');
    throw new ApiError('REQUEST_DENIED', {
      reason: `This mail has no recipient with an address${rejectionText ? ` (${rejectionText})` : ''}`,
    });
  }
  await assertMailRateLimit(viewer.user.id);
  const { kind, subject, text = '', html, createdAt } = first;
  const note = `This is a copy of a message of ${builtInFormats['M/d/yy']?.(createdAt) ?? createdAt}.`;
  return await enqueueMail({
    ...{ kind, subject, ...recipients, by: viewer.user.id, resendOf: first.id },
    ...{ order: order.id, orderRevision: order.revision },
    text: `${note}\n\n${text}`,
    ...(html ? { html: html.replace('<body>\n', () => `<body>\n<p>${note}</p>\n`) } : {}),
  });
}

/** The recipients that the channel or template names now; for other messages those of the original. */
async function addressesNow(order: Order, { kind, by, to, cc, bcc }: OutboxMessage): Promise<ResolvedRecipients> {
  const known = await mergeFieldValues(order);
  if (isOrderNotification(kind))
    return await noticeRecipients(order, { notice: kind, by, known, recipients: await templateOf(kind) });
  const config = kind === 'onboarding' ? known.channel?.onboardingEmail?.config : undefined;
  if (config) return await onboardingRecipients(order, known, config);
  return { to, cc, bcc, refusals: [], status: to.length > 0 ? 'waiting' : 'noRecipient' };
}
