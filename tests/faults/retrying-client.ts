import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '#schemas/generated/types.ts';
import type { Agency } from '#tests/api/factories.ts';
import type { OrderResponse } from '#tests/api/order-helpers.ts';
import { type ApiCall, callerOf } from '#tests/product/call.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';

/** What the product acknowledged for one order; the database must contain all of it. */
export interface AcknowledgedOrder {
  order: Order;
  /** The headline of its first version. */
  firstHeadline: string;
  hasBypass: boolean;
}

/** One attempt at a request, from the client's point of view. */
export interface RequestAttempt {
  isWrite: boolean;
  /** The status code; otherwise why there is none: connection rejected, connection broken, or client timeout. */
  status: number | 'refused' | 'broken' | 'silent';
  milliseconds: number;
}

/**
 * The addresses of the product's processes: each request goes to the next one (round robin) and is retried without a
 * response.
 */
export interface ProcessPool {
  urls: string[];
  /** Receives each attempt, with or without a response. */
  onAttempt: (attempt: RequestAttempt) => void;
}

interface Work {
  agency: Agency;
  at: ProcessPool;
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
export async function runRetryingClient({ agency, at, name, isOver, rest = 0 }: Work): Promise<AcknowledgedOrder[]> {
  const acknowledged: AcknowledgedOrder[] = [];
  while (!isOver() || acknowledged.length < 2) {
    const hasBypass = acknowledged.length % 2 === 1;
    const key = `${name}-${acknowledged.length}`;
    const firstHeadline = `Order ${key}`;
    const keyedCall = { at, key };
    const draft = await posted(agency.user, {
      ...keyedCall,
      path: '/api/orders',
      body: {
        channelId: agency.channel.id,
        form: agency.channel.orderFormId,
        client: agency.client.id,
        formData: { headline: firstHeadline, budget: hasBypass ? 100 : 500 },
      },
    });
    const formData = { ...draft.formData, headline: `${firstHeadline}, saved` };
    const saved = await patched(agency.user, { at, order: draft, body: { formData } });
    const path = `/api/orders/${saved.id}/actions`;
    const noted = await posted(agency.user, { ...keyedCall, path, body: { kind: 'NOTE', notes: firstHeadline } });
    const sent = hasBypass
      ? await posted(agency.user, {
          at,
          key: `${key}-requested`,
          path,
          body: { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'Paid in spring' },
        })
      : await patched(agency.user, { at, order: noted, body: { status: 'PENDING' } });
    const ready = hasBypass
      ? await posted(agency.moderator, { ...keyedCall, path, body: { kind: 'VALIDATION_BYPASS_APPROVED' } })
      : sent;
    const order = await patched(agency.moderator, { at, order: ready, body: { status: 'COMPLETE' } });
    acknowledged.push({ order, firstHeadline, hasBypass });
    await pause(rest);
  }
  return acknowledged;
}

interface ClientCall extends ApiCall {
  at: ProcessPool;
  person: SignedInUser;
}

/** Client timeout of one response in milliseconds. */
const patience = 30_000;

/**
 * Retries a request until it is answered: a process that is down, stopping or starting rejects the connection or
 * answers 502 or 503.
 */
async function answered({ at, person, ...call }: ClientCall): Promise<{ status: number; body: unknown }> {
  const retry = { times: (turns.get(at) ?? 0) + 1, pause: 20 };
  turns.set(at, retry.times);
  return await pollUntil({ label: `an answer to ${call.method} ${call.path}`, seconds: 90 }, async () => {
    const url = at.urls[retry.times % at.urls.length] ?? '';
    retry.times += 1;
    const began = performance.now();
    const answer = await responseOrFailure(callerOf(url)({ cookies: person.cookies, ...call }));
    const milliseconds = performance.now() - began;
    at.onAttempt({ isWrite: call.method !== 'GET', status: answer.status, milliseconds });
    if (isFinalResponse(answer)) return { status: answer.status, body: answer.body };
    await pause(retry.pause);
    retry.pause = Math.min(retry.pause * 2, 500);
    return undefined;
  });
}

/** The response, or the reason for having none. The client timeout is half a minute. */
export async function responseOrFailure<T extends { status: number }>(answer: Promise<T>): Promise<T | NoAnswer> {
  const silent: NoAnswer = { status: 'silent' };
  return await Promise.race([
    answer.catch((error: unknown): NoAnswer => ({ status: isConnectionRefused(error) ? 'refused' : 'broken' })),
    pause(patience, silent, { ref: false }),
  ]);
}

interface NoAnswer {
  status: Exclude<RequestAttempt['status'], number>;
}

const isConnectionRefused = (error: unknown) =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

/** Whether it is a real response, as opposed to a request to retry. */
export const isFinalResponse = <T extends { status: number }>(answer: T | NoAnswer): answer is T =>
  typeof answer.status === 'number' && answer.status < 500;

/** The number of requests so far, for round robin over the processes, as behind a proxy. */
const turns = new WeakMap<ProcessPool, number>();

interface Posted {
  at: ProcessPool;
  key: string;
  path: string;
  body: object;
}

/**
 * Retries a POST until it is answered, then repeats it with the same Idempotency-Key: the response must be the same and
 * nothing new created.
 */
async function posted(person: SignedInUser, { key, ...call }: Posted): Promise<Order> {
  const send = () => answered({ ...call, person, method: 'POST', headers: { 'idempotency-key': key } });
  const answer = orderOf(await send(), 201);
  const again = orderOf(await send(), 201);
  if (again.id !== answer.id || again.revision !== answer.revision)
    throw new Error(`${call.path} answered ${key} with ${idOf(answer)} first and ${idOf(again)} when it was repeated`);
  return answer;
}

const idOf = ({ id, revision }: Order) => `${id}, revision ${revision}`;

interface Patched {
  at: ProcessPool;
  order: Order;
  body: Partial<Order>;
}

/**
 * Retries a PATCH with the known revision until it is answered. A conflict with the client's own change, whose response
 * was lost, counts as success.
 */
async function patched(person: SignedInUser, { at, order, body }: Patched): Promise<Order> {
  const path = `/api/orders/${order.id}`;
  const headers = { 'if-match': `"${order.revision}"` };
  const answer = await answered({ at, person, method: 'PATCH', path, headers, body });
  if (answer.status !== 409) return orderOf(answer, 200);
  const found = orderOf(await answered({ at, person, method: 'GET', path }), 200);
  if (found.revision !== order.revision + 1)
    throw new Error(`${path}: expected one change of revision ${order.revision}, found ${found.revision}`);
  return found;
}

function orderOf({ status, body }: { status: number; body: unknown }, expected: number): OrderResponse {
  if (status === expected && isOrder(body)) return body;
  throw new Error(`expected ${expected}, got ${status}: ${JSON.stringify(body)}`);
}

/** The status guarantees that the body is an order. */
const isOrder = (body: unknown): body is OrderResponse => typeof body === 'object' && body !== null;
