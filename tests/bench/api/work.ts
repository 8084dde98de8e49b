import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type { Order } from '../../../schemas/generated/types.ts';
import type { TestData } from './prepare.ts';

/** A row of performance.md part 1: the same requests to the product and to the reference. */
export interface BenchmarkRow {
  name: string;
  /** Minimum and target for the share of the reference's requests per second. */
  least: number;
  aim: number;
  product: Request[];
  reference: Request[];
}

/** The rows to measure with these test data; `origin` is the product's own origin. */
export function benchmarkRows({ cookies, clients, drafts, complete }: TestData, origin: string): BenchmarkRow[] {
  const headers = { cookie: cookies.moderator };
  const get = (paths: string[], cookie = cookies.moderator): Request[] =>
    paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
  const json = { ...headers, origin, 'content-type': 'application/json' };
  const filters = clients.map(({ id }) => `client=${id}&status=COMPLETE`);
  const words = ['sch', 'han', 'gro', 'kin', 'joh', 'wil', 'mar', 'har', 'ste', 'ber'];
  const reads = { least: 0.5, aim: 0.8 };
  const writes = { least: 0.5 };
  const listFor = (cookieOf: keyof TestData['cookies']) => ({
    ...{ least: 0.85, aim: 1.1 },
    product: get(
      filters.map((each) => `/api/orders?${each}`),
      cookies[cookieOf],
    ),
    reference: get(
      filters.map((each) => `/orders?${each}`),
      cookies[cookieOf],
    ),
  });
  return [
    {
      name: "a request's own share: who one is",
      // At most 1.5 times the CPU time of one findOne; the target is 1.2.
      ...{ least: 0.67, aim: 0.83 },
      product: get(['/api/users/me']),
      reference: get(['/me']),
    },
    { name: 'list of 20 orders by client and status, with total', ...listFor('moderator') },
    { name: 'the same for an AGENCY_USER', ...listFor('user') },
    { name: 'the same for an ADMIN', ...listFor('administrator') },
    {
      name: 'list of 20 orders with form, client and user',
      ...{ least: 0.6, aim: 0.85 },
      product: get(filters.map((each) => `/api/orders?${each}&populate=form,client,user`)),
      reference: get(filters.map((each) => `/orders/populated?${each}`)),
    },
    {
      name: 'one order by id, COMPLETE',
      ...reads,
      product: get(complete.map(({ id }) => `/api/orders/${id}`)),
      reference: get(complete.map(({ id }) => `/orders/${id}`)),
    },
    {
      name: 'one order by id, DRAFT: with its problems',
      ...reads,
      aim: 0.7,
      product: get(drafts.slice(0, 100).map(({ id }) => `/api/orders/${id}`)),
      reference: get(drafts.slice(0, 100).map(({ id }) => `/orders/${id}`)),
    },
    {
      name: 'counts of drafts and pending',
      ...{ least: 0.7, aim: 0.9 },
      product: get(['DRAFT', 'PENDING'].map((status) => `/api/orders?status=${status}&limit=1`)),
      reference: get(['DRAFT', 'PENDING'].map((status) => `/count?status=${status}`)),
    },
    {
      name: 'client search over 5,000',
      ...reads,
      product: get(words.map((word) => `/api/clients?search=${word}`)),
      reference: get(words.map((word) => `/clients?search=${word}`)),
    },
    // Writes come last: they leave thousands of drafts newer than all other orders.
    {
      name: 'create an order',
      ...writes,
      aim: 0.75,
      product: [creating(drafts, { path: '/api/orders', headers: json })],
      reference: [creating(drafts, { path: '/orders', headers: json })],
    },
    {
      name: 'change an order',
      ...writes,
      aim: 0.9,
      // Different drafts: one server still answers some requests when the other's round begins.
      product: [changing(everyOther(drafts, 0), { path: '/api/orders', headers: json })],
      reference: [changing(everyOther(drafts, 1), { path: '/orders', headers: json })],
    },
  ];
}

const everyOther = (drafts: Order[], first: 0 | 1) => drafts.filter((_, index) => index % 2 === first);

type Target = { path: string; headers: Record<string, string> };

/** Creates orders with lines on the radio form, each with its own Idempotency-Key as the portal sends it. */
function creating(drafts: Order[], { path, headers }: Target): Request {
  const draft = drafts.find(({ products }) => products.length > 0);
  if (!draft) throw new Error('The demo has no draft with lines');
  const { form, channelId, client, formData } = draft;
  // A product brings the lines that it includes.
  const products = draft.products.filter(({ linkedTo }) => !linkedTo).map(({ product, data }) => ({ product, data }));
  const body = JSON.stringify({ form, channelId, client, formData, products });
  const setupRequest = (request: Request): Request => ({
    ...request,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  return { method: 'POST', path, headers, body, setupRequest };
}

/**
 * Changes only the campaign name of draft after draft, to one that no earlier run has stored: the product does not write
 * an equal value.
 */
function changing(drafts: Order[], { path, headers }: Target): Request {
  const turn = { number: Date.now() };
  const setupRequest = (request: Request): Request => {
    turn.number += 1;
    const draft = drafts[turn.number % drafts.length];
    const formData = { ...draft?.formData, campaign_name: `Campaign ${turn.number}` };
    return { ...request, path: `${path}/${draft?.id}`, body: JSON.stringify({ formData }) };
  };
  return { method: 'PATCH', path, headers, setupRequest };
}
