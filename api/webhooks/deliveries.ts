import type { WebhookDelivery } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import { ApiError } from '../errors/catalogue.ts';
import type { Config } from '../host/config/config.ts';
import { idIn, type JobKind } from '../jobs/kind.ts';
import { putJob } from '../jobs/queue.ts';
import type { WayOut } from '../outside/connect.ts';
import { mayConnectTo } from '../outside/may-connect.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { openSealed } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { post } from './post.ts';
import { signedMessage } from './signature.ts';
import { faultOfAddress } from './webhooks.ts';

/** Milliseconds. */
const second = 1_000;
const day = 86_400 * second;
const limit = 10 * second;
const kept = 90 * day;

/** How many attempts of one delivery are told. */
const mostTold = 50;

/** The log of what webhooks were told: one that has ended is sent again by being set to waiting. */
export const webhookDeliveries: Declaration<WebhookDelivery> = {
  async beforeWrite({ current, changes }) {
    if (changes.status === undefined || changes.status === current?.status) return changes;
    if (changes.status !== 'waiting')
      throw new ApiError('REQUEST_DENIED', { reason: 'Only a delivery that has ended is sent again' });
    return { status: 'waiting', expires: null };
  },
  async afterWrite({ id, status }, { current }) {
    if (status === 'waiting' && current && current.status !== 'waiting')
      await putJob('webhook', `WebhookDelivery/${id}`);
  },
};

/** Tells a webhook of an event; it is tried for three days, with growing pauses, and each attempt is noted. */
export function webhookJob({ webhookAllow }: Pick<Config, 'webhookAllow'>): JobKind<'webhook'> {
  const way: WayOut = { mayConnect: mayConnectTo(webhookAllow), allowedBy: 'WEBHOOK_ALLOW' };
  return {
    name: 'webhook',
    every: second,
    lease: 60 * second,
    waits: limit,
    triedFor: 3 * day,
    cancelableIn: ['waiting'],
    async work({ subject }) {
      const delivery = await store('WebhookDelivery').findOne({ _id: idIn(subject) });
      const webhook = delivery && (await store('Webhook').findOne({ _id: delivery.webhook }));
      if (!webhook || delivery.status !== 'waiting') return;
      if (webhook.inactive) throw new Error('The webhook is switched off');
      // One that was stored before addresses were checked is not told anything it should not hear.
      const fault = faultOfAddress(webhook.address, webhookAllow);
      if (fault) throw new Error(`The address: ${fault}`);
      const { id, payload } = delivery;
      const timestamp = Math.floor(now().getTime() / second);
      const headers = signedMessage(openSealed(webhook.sealedSecret), { id, timestamp, body: payload });
      const begun = performance.now();
      const answer = await post({ address: webhook.address, headers, body: payload, way, limit }).catch(wordsOf);
      const milliseconds = Math.round(performance.now() - begun);
      await note(id, { at: now().toISOString(), answer: String(answer), milliseconds });
      if (!isTaken(answer)) throw new Error(`A webhook answered: ${answer}`);
    },
    async follow({ subject, status }) {
      const standing = { done: 'delivered', failed: 'failed', canceled: 'failed' } as const;
      const ended = status === 'waiting' || status === 'running' ? undefined : standing[status];
      const changes = ended ? { status: ended, expires: fromNow(kept) } : { status: 'waiting', expires: null };
      await store('WebhookDelivery').updateMany({ _id: idIn(subject) }, { $set: changes, $inc: { revision: 1 } });
    },
  };
}

const isTaken = (answer: number | string): boolean => typeof answer === 'number' && answer >= 200 && answer < 300;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

async function note(id: string, attempt: WebhookDelivery['attempts'][number]): Promise<void> {
  const attempts = { $each: [{ ...attempt, at: new Date(attempt.at) }], $slice: -mostTold };
  await store('WebhookDelivery').updateMany({ _id: id }, { $push: { attempts } });
}
