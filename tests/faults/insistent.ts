import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '#schemas/generated/types.ts';
import type { Agency } from '#tests/api/factories.ts';
import type { AnsweredOrder } from '#tests/api/ordering.ts';
import type { Person } from '#tests/api/server.ts';
import { type Call, callerOf } from '#tests/product/call.ts';
import { until } from '#tests/product/until.ts';

/** What the product acknowledged for one order; the database must contain all of it. */
export interface Acknowledged {
  order: Order;
  /** The headline of its first version. */
  first: string;
  isWaived: boolean;
}

/** One attempt at a request, from the client's point of view. */
export interface Attempt {
  isWrite: boolean;
  /** The status code; otherwise why there is none: connection refused, connection broken, or client timeout. */
  status: number | 'refused' | 'broken' | 'silent';
  milliseconds: number;
}

/**
 * The addresses of the product's processes: each request goes to the next one (round robin) and is retried without a
 * response.
 */
export interface Processes {
  urls: string[];
  /** Receives each attempt, with or without a response. */
  hear: (attempt: Attempt) => void;
}

interface Work {
  agency: Agency;
  at: Processes;
  /** Prefix of this client's idempotency keys. */
  name: string;
  isOver: () => boolean;
  /** Pause between two orders in milliseconds. */
  rest?: number;
}

/**
 * A client that retries while the product is killed repeatedly. For one order after the other (at least two) it creates
 * a draft, saves it, adds a note, submits it (every second one through a validation bypass) and has it approved. A
 * request without a response is retried with the same Idempotency-Key or revision, and each key is sent once more after
 * its response. Returns what was acknowledged. Throws on an unexpected response.
 */
export async function workInsistently({ agency, at, name, isOver, rest = 0 }: Work): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  while (!isOver() || acknowledged.length < 2) {
    const isWaived = acknowledged.length % 2 === 1;
    const key = `${name}-${acknowledged.length}`;
    const first = `Order ${key}`;
    const keyedCall = { at, key };
    const draft = await posted(agency.user, {
      ...keyedCall,
      path: '/api/orders',
      body: {
        channelId: agency.channel.id,
        form: agency.channel.orderFormId,
        client: agency.client.id,
        formData: { headline: first, budget: isWaived ? 100 : 500 },
      },
    });
    const formData = { ...draft.formData, headline: `${first}, saved` };
    const saved = await patched(agency.user, { at, order: draft, body: { formData } });
    const path = `/api/orders/${saved.id}/actions`;
    const noted = await posted(agency.user, { ...keyedCall, path, body: { kind: 'NOTE', notes: first } });
    const sent = isWaived
      ? await posted(agency.user, {
          at,
          key: `${key}-asked`,
          path,
          body: { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'Paid in spring' },
        })
      : await patched(agency.user, { at, order: noted, body: { status: 'PENDING' } });
    const ready = isWaived
      ? await posted(agency.moderator, { ...keyedCall, path, body: { kind: 'VALIDATION_BYPASS_APPROVED' } })
      : sent;
    const order = await patched(agency.moderator, { at, order: ready, body: { status: 'COMPLETE' } });
    acknowledged.push({ order, first, isWaived });
    await pause(rest);
  }
  return acknowledged;
}

interface ClientCall extends Call {
  at: Processes;
  person: Person;
}

/** Client timeout of one response in milliseconds. */
const patience = 30_000;

/**
 * Retries a request until it is answered: a process that is down, stopping or starting refuses the connection or
 * answers 502 or 503.
 */
async function answered({ at, person, ...call }: ClientCall): Promise<{ status: number; body: unknown }> {
  const retry = { times: (turns.get(at) ?? 0) + 1, pause: 20 };
  turns.set(at, retry.times);
  return await until({ what: `an answer to ${call.method} ${call.path}`, seconds: 90 }, async () => {
    const url = at.urls[retry.times % at.urls.length] ?? '';
    retry.times += 1;
    const began = performance.now();
    const answer = await orWhyNot(callerOf(url)({ cookies: person.cookies, ...call }));
    const milliseconds = performance.now() - began;
    at.hear({ isWrite: call.method !== 'GET', status: answer.status, milliseconds });
    if (isAnswer(answer)) return { status: answer.status, body: answer.body };
    await pause(retry.pause);
    retry.pause = Math.min(retry.pause * 2, 500);
    return undefined;
  });
}

/** The response, or the reason for having none. The client timeout is half a minute. */
export async function orWhyNot<T extends { status: number }>(answer: Promise<T>): Promise<T | NoAnswer> {
  const silent: NoAnswer = { status: 'silent' };
  return await Promise.race([
    answer.catch((error: unknown): NoAnswer => ({ status: isRefused(error) ? 'refused' : 'broken' })),
    pause(patience, silent, { ref: false }),
  ]);
}

interface NoAnswer {
  status: Exclude<Attempt['status'], number>;
}

const isRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

/** Whether it is a real response, as opposed to a request to retry. */
export const isAnswer = <T extends { status: number }>(answer: T | NoAnswer): answer is T =>
  typeof answer.status === 'number' && answer.status < 500;

/** The number of requests so far, for round robin over the processes, as behind a proxy. */
const turns = new WeakMap<Processes, number>();

interface Posted {
  at: Processes;
  key: string;
  path: string;
  body: object;
}

/**
 * Retries a POST until it is answered, then repeats it with the same Idempotency-Key: the response must be the same and
 * nothing new created.
 */
async function posted(person: Person, { key, ...call }: Posted): Promise<Order> {
  const ask = () => answered({ ...call, person, method: 'POST', headers: { 'idempotency-key': key } });
  const answer = orderOf(await ask(), 201);
  const again = orderOf(await ask(), 201);
  if (again.id !== answer.id || again.revision !== answer.revision)
    throw new Error(`${call.path} answered ${key} with ${idOf(answer)} first and ${idOf(again)} when it was repeated`);
  return answer;
}

const idOf = ({ id, revision }: Order) => `${id}, revision ${revision}`;

interface Patched {
  at: Processes;
  order: Order;
  body: Partial<Order>;
}

/**
 * Retries a PATCH with the known revision until it is answered. A conflict with the client's own change, whose response
 * was lost, counts as success.
 */
async function patched(person: Person, { at, order, body }: Patched): Promise<Order> {
  const path = `/api/orders/${order.id}`;
  const headers = { 'if-match': `"${order.revision}"` };
  const answer = await answered({ at, person, method: 'PATCH', path, headers, body });
  if (answer.status !== 409) return orderOf(answer, 200);
  const found = orderOf(await answered({ at, person, method: 'GET', path }), 200);
  if (found.revision !== order.revision + 1)
    throw new Error(
      `${path}: one change was asked for, from revision ${order.revision}, and there is ${found.revision}`,
    );
  return found;
}

function orderOf({ status, body }: { status: number; body: unknown }, expected: number): AnsweredOrder {
  if (status === expected && isOrder(body)) return body;
  throw new Error(`${expected} was expected, and ${status} came: ${JSON.stringify(body)}`);
}

/** The status guarantees that the body is an order. */
const isOrder = (body: unknown): body is AnsweredOrder => typeof body === 'object' && body !== null;
