import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { answerGenerators } from '../../../api/features/demo/orders/answers.ts';
import type { HttpClient, RequestOptions, ResponseHead } from './http-client.ts';
import { newRandom } from './schedule.ts';
import type { World } from './world.ts';

/** One call: its due time, its response time and its status. */
export interface RatedCall {
  due: number;
  end: number;
  result: ResponseHead | Error;
}

const variety = 2_000;

/** Lists, orders, searches and new orders, serialized in advance to save CPU in the load generator. */
export function overloadCalls({ people }: World): RequestOptions[] {
  const random = newRandom();
  return Array.from({ length: variety }, (_, number) => {
    const person = random.helpers.arrayElement(people);
    const { cookie, seen, drafts } = person;
    const { id: channelId, form, formName } = random.helpers.arrayElement(person.channels);
    const order = seen.length > 0 ? random.helpers.arrayElement(seen).id : drafts[0]?.id;
    const kind = number % 10;
    if (kind < 4)
      return { path: `/api/orders?channelId=${channelId}&sort=-updatedAt&limit=20&populate=client,user`, cookie };
    if (kind < 8) return { path: `/api/orders/${order}?populate=client,user,product`, cookie };
    if (kind === 8) return { path: '/api/search?search=ju', cookie };
    const [first, second] = answerGenerators[formName].fill({ random, client: null, at: new Date() });
    const client = random.helpers.arrayElement(person.clients);
    const body = JSON.stringify({ channelId, form, client, formData: { ...first, ...second } });
    return { method: 'POST', path: '/api/orders', cookie, body };
  });
}

interface Pushing {
  calls: RequestOptions[];
  sendAndDiscard: HttpClient['sendAndDiscard'];
  seconds: number;
}

/** Sends calls at a fixed rate, independently of responses (open loop); `last` resolves when all have a response. */
export async function sendAtRate({ calls, sendAndDiscard, seconds, rate }: Pushing & { rate: number }) {
  const pushed: RatedCall[] = [];
  const pendingRequests: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < seconds * rate; number += 1) {
    const due = began + (number / rate) * 1_000;
    const wait = due - performance.now();
    if (wait > 1) await setTimeout(wait);
    pendingRequests.push(
      sent({ calls, sendAndDiscard, number }).then(
        (answer) => void pushed.push({ due, end: performance.now(), result: answer }),
      ),
    );
  }
  return { pushed, last: Promise.all(pendingRequests) };
}

/** Measures the capacity: calls per second that this many users without think time get answered. */
export async function measureCapacity({ calls, sendAndDiscard, seconds }: Pushing, people: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const counts = { number: 0, served: 0 };
  await Promise.all(
    Array.from({ length: people }, async () => {
      while (performance.now() < end) {
        counts.number += 1;
        const answer = await sent({ calls, sendAndDiscard, number: counts.number });
        if (isSuccessful(answer)) counts.served += 1;
      }
    }),
  );
  return counts.served / seconds;
}

/** Whether the call succeeded. */
export const isSuccessful = (answer: RatedCall['result']): boolean => !(answer instanceof Error) && answer.status < 300;

async function sent({
  calls,
  sendAndDiscard,
  number,
}: Omit<Pushing, 'seconds'> & { number: number }): Promise<ResponseHead | Error> {
  const call = calls[number % calls.length];
  if (!call) throw new Error('There is nothing to ask for');
  const isNew = call.method === 'POST';
  try {
    return await sendAndDiscard(isNew ? { ...call, headers: { 'idempotency-key': randomUUID() } } : call);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
