import type { WebhookDelivery } from '#schemas/generated/types.ts';
import { type JobKind, subjectId } from '../../engine/jobs/kind.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { openSealed } from '../../engine/store/sealing.ts';
import { storeOf } from '../../engine/store/store.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { addressGuard } from '../../platform/outside/address-guard.ts';
import type { OutboundPolicy } from '../../platform/outside/guarded-connector.ts';
import { sendRequest } from '../../platform/outside/send-request.ts';
import { signedMessage, webhookUrlProblem } from './webhooks.ts';

/** Milliseconds. */
const second = 1_000;
const day = 86_400 * second;
const limit = 10 * second;
const retention = 90 * day;

/** Maximum number of stored attempts per delivery. */
const maxAttempts = 50;

/** Hooks of the webhook delivery log: setting an ended delivery to `waiting` sends it again (redelivery). */
export const webhookDeliveries: ResourceHooks<WebhookDelivery> = {
  async beforeWrite({ current, changes }) {
    if (changes.status === undefined || changes.status === current?.status) return changes;
    if (changes.status !== 'waiting')
      throw new ApiError('REQUEST_DENIED', { reason: 'Only a delivery that has ended is sent again' });
    return { status: 'waiting', expires: null };
  },
  async afterWrite({ id, status }, { current }) {
    if (status === 'waiting' && current && current.status !== 'waiting')
      await enqueueJob('webhook', `WebhookDelivery/${id}`);
  },
};

/**
 * The job that sends a webhook event. Webhook retry policy: backoff for three days. Each delivery attempt is stored.
 */
export function webhookJob({ webhookAllow }: Pick<Config, 'webhookAllow'>): JobKind<'webhook'> {
  const policy: OutboundPolicy = { mayConnect: addressGuard(webhookAllow), allowedBy: 'WEBHOOK_ALLOW' };
  return {
    name: 'webhook',
    pollInterval: second,
    lease: 60 * second,
    longestWait: limit,
    giveUpAfter: 3 * day,
    cancelableIn: ['waiting'],
    async work({ subject }) {
      const delivery = await storeOf('WebhookDelivery').findOne({ _id: subjectId(subject) });
      const webhook = delivery && (await storeOf('Webhook').findOne({ _id: delivery.webhook }));
      if (!webhook || delivery.status !== 'waiting') return;
      if (webhook.inactive) throw new Error('The webhook is switched off');
      // The address may have been stored before addresses were validated.
      const fault = webhookUrlProblem(webhook.address, webhookAllow);
      if (fault) throw new Error(`The address: ${fault}`);
      const { id, payload } = delivery;
      const timestamp = Math.floor(now().getTime() / second);
      const headers = signedMessage(openSealed(webhook.sealedSecret), { id, timestamp, body: payload });
      const startedAt = performance.now();
      const answer = await postWebhook({ address: webhook.address, headers, body: payload, policy, limit }).catch(
        wordsOf,
      );
      const milliseconds = Math.round(performance.now() - startedAt);
      await note(id, { at: now().toISOString(), answer: String(answer), milliseconds });
      if (!isAccepted(answer)) throw new Error(`A webhook answered: ${answer}`);
    },
    async onStatusChange({ subject, status }) {
      const statusFor = { done: 'delivered', failed: 'failed', canceled: 'failed' } as const;
      const ended = status === 'waiting' || status === 'running' ? undefined : statusFor[status];
      const changes = ended ? { status: ended, expires: fromNow(retention) } : { status: 'waiting', expires: null };
      await storeOf('WebhookDelivery').updateMany(
        { _id: subjectId(subject) },
        { $set: changes, $inc: { revision: 1 } },
      );
    },
  };
}

const isAccepted = (answer: number | string): boolean => typeof answer === 'number' && answer >= 200 && answer < 300;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function note(id: string, attempt: WebhookDelivery['attempts'][number]): Promise<void> {
  const attempts = { $each: [{ ...attempt, at: new Date(attempt.at) }], $slice: -maxAttempts };
  await storeOf('WebhookDelivery').updateMany({ _id: id }, { $push: { attempts } });
}

interface PostOptions {
  address: string;
  headers: Record<string, string>;
  body: string;
  policy: OutboundPolicy;
  /** Timeout in milliseconds for the whole request. */
  limit: number;
}

/**
 * Posts a body and returns only the response status: no redirect is followed and no body read. Rejects with the reason
 * when there is no response.
 */
export async function postWebhook({ address, ...options }: PostOptions): Promise<number> {
  const { status } = await sendRequest({ ...options, url: new URL(address), method: 'POST' });
  return status;
}
