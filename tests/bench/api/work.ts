import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import type { Order } from '../../../schemas/generated/types.ts';
import type { Material } from './prepare.ts';

/** One row of performance.md part 1: the same work asked of the product and of the reference. */
export interface Work {
  name: string;
  /** The share of the reference's requests a second to reach at least, and the one to aim for. */
  least: number;
  aim: number;
  product: Request[];
  reference: Request[];
}

/** What is measured, on this material; `origin` is the product's own address. */
export function workOn({ cookies, clients, drafts, complete }: Material, origin: string): Work[] {
  const headers = { cookie: cookies.moderator };
  const get = (paths: string[], cookie = cookies.moderator): Request[] =>
    paths.map((path) => ({ method: 'GET', path, headers: { cookie } }));
  const json = { ...headers, origin, 'content-type': 'application/json' };
  const filters = clients.map(({ id }) => `client=${id}&status=COMPLETE`);
  const words = ['sch', 'han', 'gro', 'kin', 'joh', 'wil', 'mar', 'har', 'ste', 'ber'];
  const reads = { least: 0.5, aim: 0.8 };
  const writes = { least: 0.5, aim: 0.7 };
  const listFor = (who: keyof Material['cookies']) => ({
    ...{ least: 0.6, aim: 0.85 },
    product: get(
      filters.map((each) => `/api/orders?${each}`),
      cookies[who],
    ),
    reference: get(
      filters.map((each) => `/orders?${each}`),
      cookies[who],
    ),
  });
  return [
    {
      name: "a request's own share: who one is",
      // At most 1.5 times the CPU time of one findOne, 1.2 to aim for.
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
    // What writes comes last: it leaves thousands of drafts that are all newer than everything else.
    {
      name: 'create an order',
      ...writes,
      product: [creating(drafts, { path: '/api/orders', headers: json })],
      reference: [creating(drafts, { path: '/orders', headers: json })],
    },
    {
      name: 'change an order',
      ...writes,
      product: [changing(drafts, { path: '/api/orders', headers: json })],
      reference: [changing(drafts, { path: '/orders', headers: json })],
    },
  ];
}

type Target = { path: string; headers: Record<string, string> };

/** New orders with lines on the radio form, each click with a key of its own as the portal sends it. */
function creating(drafts: Order[], { path, headers }: Target): Request {
  const draft = drafts.find(({ products }) => products.length > 0);
  if (!draft) throw new Error('The demo has no draft with lines');
  const { form, channelId, client, formData } = draft;
  // What a line includes comes with it.
  const products = draft.products.filter(({ linkedTo }) => !linkedTo).map(({ product, data }) => ({ product, data }));
  const body = JSON.stringify({ form, channelId, client, formData, products });
  const setupRequest = (request: Request): Request => ({
    ...request,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  return { method: 'POST', path, headers, body, setupRequest };
}

/** Draft after draft gets another campaign name, all else as it is. */
function changing(drafts: Order[], { path, headers }: Target): Request {
  const turn = { number: 0 };
  const setupRequest = (request: Request): Request => {
    turn.number += 1;
    const draft = drafts[turn.number % drafts.length];
    const formData = { ...draft?.formData, campaign_name: `Campaign ${turn.number}` };
    return { ...request, path: `${path}/${draft?.id}`, body: JSON.stringify({ formData }) };
  };
  return { method: 'PATCH', path, headers, setupRequest };
}
