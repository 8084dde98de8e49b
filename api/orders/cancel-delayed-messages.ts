import type { Order } from '#schemas/generated/types.ts';
import { ApiError } from '../errors/catalogue.ts';
import { dequeueJob } from '../jobs/queue.ts';
import { storeOf } from '../store/store.ts';

/**
 * Deletes the delayed mails and webhooks of an approval that is being undone, in the transaction of the undo. Returns
 * the order fields to reset. Throws REQUEST_DENIED when one of them was already sent or is being sent.
 */
export async function cancelDelayedMessages({ id, approval }: Order): Promise<Partial<Pick<Order, 'onboardedAt'>>> {
  const ofApproval = { order: id, orderRevision: approval?.orderRevision };
  const mails = await storeOf('OutboxMessage').find({ filter: { ...ofApproval, resendOf: null } });
  const deliveries = await storeOf('WebhookDelivery').find({ filter: ofApproval });
  const isSent = [...mails, ...deliveries].some(({ status }) => status !== 'waiting' && status !== 'noRecipient');
  const subjects = [
    ...mails.map((mail) => `OutboxMessage/${mail.id}`),
    ...deliveries.map((delivery) => `WebhookDelivery/${delivery.id}`),
  ];
  const jobs = await storeOf('Job').find({ filter: { subject: { $in: subjects } } });
  // A job that a worker claims in the meantime gets another revision, so `takeBack` fails.
  const isTaken = isSent || jobs.some(({ status }) => status === 'running');
  for (const job of isTaken ? [] : jobs) if (!(await dequeueJob(job))) throw tooLate();
  if (isTaken) throw tooLate();
  await storeOf('OutboxMessage').deleteMany({ _id: { $in: mails.map((mail) => mail.id) } });
  await storeOf('WebhookDelivery').deleteMany({ _id: { $in: deliveries.map((delivery) => delivery.id) } });
  return mails.some(({ kind }) => kind === 'onboarding') ? { onboardedAt: null } : {};
}

const tooLate = () =>
  new ApiError('REQUEST_DENIED', { reason: 'The messages of this approval are on their way: it can not be undone' });
