import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Order, Webhook } from '#schemas/generated/types.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { isWebhookEvent, type WebhookEvent } from '#schemas/orders/transitions.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import { staleRevisionError } from '../../engine/resource/records/records.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { openSealed, sealText } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { isLoopback } from '../../platform/network.ts';
import { addressGuard } from '../../platform/outside/address-guard.ts';

/**
 * Hooks of webhooks. Each has a secret from the start, so that nothing is sent unsigned. The secret is returned once,
 * on create; later only a new one can be generated.
 */
export const webhooks = ({ webhookAllow }: Pick<Config, 'webhookAllow'>): ResourceHooks<Webhook> => ({
  beforeWrite: async ({ current, changes }) => {
    const { address } = changes;
    const fault = address === undefined ? undefined : webhookUrlProblem(address, webhookAllow);
    if (fault) throw invalidRequest('body', [{ path: '/address', value: address, message: fault }]);
    return current ? changes : { ...changes, sealedSecret: sealText(newWebhookSecret()) };
  },
  createResponse: (created) => ({ ...created, secret: openSealed(created.sealedSecret ?? '') }),
  dependents: [{ name: 'WebhookDelivery', field: 'webhook' }],
});

/**
 * Why an address is not allowed: it must use https (or http on loopback if WEBHOOK_ALLOW lists it) and contain no
 * credentials. Undefined when it is allowed.
 */
export function webhookUrlProblem(address: string, allowed: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return 'Must be the address of a page, such as https://example.com/hook';
  const { protocol, username, password, hostname } = new URL(address);
  if (username || password) return 'Must hold no user name or password: the signature says who sends it';
  if (protocol === 'https:') return undefined;
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
  const isAllowed = protocol === 'http:' && isLoopback(host) && addressGuard(allowed)(host);
  return isAllowed ? undefined : 'Must begin with https://';
}

/**
 * Enqueues the events of a transition for the subscribed webhooks, in the transition's transaction (design 8).
 * `notBefore` delays the delivery.
 */
export async function queueWebhooks(
  order: Order,
  transition: Transition | undefined,
  notBefore?: string,
): Promise<void> {
  const events = (transition?.effects ?? []).map((effect) => effect.replace(/^hook:/, '')).filter(isWebhookEvent);
  for (const event of events) {
    const webhooks = await storeOf('Webhook').find({ filter: { events: event, inactive: false } });
    for (const { id } of webhooks) await queue(id, { event, order, notBefore });
  }
}

interface QueuedEvent {
  event: WebhookEvent;
  order: Order;
  notBefore: string | undefined;
}

async function queue(webhook: string, { event, order, notBefore }: QueuedEvent): Promise<void> {
  const payload = JSON.stringify(messageOf(event, order));
  const about = { refCode: order.refCode, order: order.id, orderRevision: order.revision };
  const { id } = await storeOf('WebhookDelivery').insert({ webhook, event, ...about, payload });
  await enqueueJob('webhook', `WebhookDelivery/${id}`, notBefore === undefined ? undefined : new Date(notBefore));
}

/** The payload: the order's identity and state. Receivers read more through the API with their own permissions. */
function messageOf(event: WebhookEvent, { id, refCode, status, revision, channelId, client, user }: Order): object {
  return {
    type: `order.${event}`,
    timestamp: now().toISOString(),
    data: { order: { id, refCode, status, revision, channelId, client, user } },
  };
}

const prefix = 'whsec_';

/** A secret in the format of Standard Webhooks: 256 random bits. */
const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

interface Message {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: string;
}

/** The headers of a message, signed as in Standard Webhooks v1 (HMAC-SHA-256). */
export function signedMessage(secret: string, { id, timestamp, body }: Message): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
    'content-type': 'application/json',
    'user-agent': 'order-portal',
  };
}

const documentation: Documentation = {
  summary: 'Rotate the secret of a Webhook',
  operationId: 'rotateWebhookSecret',
  description: 'Returned only in this response, as `secret`. Later deliveries are signed with the new secret only.',
  tag: 'webhooks',
  answer: schemaRef('Webhook'),
  errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT'],
};
const nothing = { type: 'object', properties: {}, additionalProperties: false };

/** POST /api/webhooks/{id}/secret: rotates a webhook's secret and returns the new one, once. */
export async function webhookSecretRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/api/webhooks/:id/secret',
    { schema: { params: idParams('id'), body: nothing }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { webhook, secret } = await renewSecret(viewer, request.params.id);
      const answer = toResponse(resource('Webhook'), { ...webhook, secret }, viewer);
      return reply.header('ETag', `"${webhook.revision}"`).send(answer);
    },
  );
}

async function renewSecret(viewer: Viewer, id: string): Promise<{ webhook: Webhook; secret: string }> {
  return await transaction(async () => {
    const before = await loadReadable(viewer, 'Webhook', id);
    assertMay(viewer, 'update', 'Webhook', before);
    const secret = newWebhookSecret();
    const changes = { sealedSecret: sealText(secret) };
    const webhook = await storeOf('Webhook').update({ _id: id, revision: before.revision }, changes);
    if (!webhook) throw staleRevisionError('Webhook', id);
    await recordAuditChange({ viewer, action: 'update', name: 'Webhook', before, after: webhook });
    return { webhook, secret };
  });
}
