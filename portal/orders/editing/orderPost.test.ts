import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Form } from '#schemas/generated/types.ts';
import { orderWith } from '#tests/editing/order-samples.ts';
import { orderPost, repeatCreate } from './orderPost.ts';
import type { OrderPatch } from './savedOrder.ts';

const form: Form = {
  id: 'f',
  revision: 1,
  version: 1,
  createdAt: '',
  updatedAt: '',
  name: 'Form',
  formSchema: { version: 1, root: { type: 'container', config: { layout: [] } } },
  tableColumns: [],
  examples: [],
  redExamples: [],
  optionLists: [],
  offeredIn: [],
  offeredBy: [],
  note: '',
};
const save = (changes: OrderPatch) => ({ changes, revision: 0, isAutomatic: true });
const shown = orderWith({ id: '', revision: 0, client: 'c', formData: { headline: 'Hello', who: { name: 'Ann' } } });

/** The requests, and the responses in the order of the requests; null for none. */
let requests: { method: string; path: string; key: string | null; body: unknown }[];
let responses: (object | null)[];
let storage: Map<string, string>;

beforeEach(() => {
  requests = [];
  responses = [];
  storage = new Map();
  vi.stubGlobal('performance', { timeOrigin: 1 });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    requests.push({
      method: String(method),
      path,
      key: new Headers(headers).get('Idempotency-Key'),
      body: JSON.parse(String(body)),
    });
    const response = responses.shift();
    if (!response) throw new TypeError('Failed to fetch');
    return 'code' in response ? Response.json(response, { status: 422 }) : Response.json(response);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('a new order is created with its client, what was typed, and null for initial values that were cleared', async () => {
  responses = [{ id: 'o' }];
  const changes = { formData: { title: 'Rye', who: {} }, neededBy: '2026-12-01' };
  expect(await orderPost(shown, form)('', save(changes))).toEqual({ id: 'o' });
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/api/orders',
      body: {
        channelId: 'ch',
        form: 'f',
        client: 'c',
        neededBy: '2026-12-01',
        formData: { title: 'Rye', headline: null, who: { name: null } },
      },
    },
  ]);
  expect(storage.size).toBe(0);
});

it('a create request without an answer is repeated with its key before what was typed since is saved', async () => {
  responses = [null, { id: 'o', revision: 1 }, { id: 'o', revision: 2 }];
  const send = orderPost(shown, form);
  await expect(send('', save({ client: 'd' }))).rejects.toThrow();
  expect(storage.size).toBe(1);
  expect(await send('', save({ client: 'e' }))).toEqual({ id: 'o', revision: 2 });
  expect(requests[1]).toEqual(requests[0]);
  expect(requests[2]).toMatchObject({ method: 'PATCH', path: '/api/orders/o', body: { client: 'e' } });
  expect(storage.size).toBe(0);
});

it('a rejected create request is not repeated', async () => {
  responses = [{ code: 'DATABASE_VALIDATION_ERROR', error: 'Invalid' }, { id: 'o' }];
  const send = orderPost(shown, form);
  await expect(send('', save({ client: 'd' }))).rejects.toThrow('Invalid');
  await send('', save({ client: 'e' }));
  expect(requests.map(({ method, body }) => [method, body])).toMatchObject([
    ['POST', { client: 'd' }],
    ['POST', { client: 'e' }],
  ]);
});

it('a transition and an action of a new order follow its creation', async () => {
  responses = [
    { id: 'o', revision: 1 },
    { id: 'o', revision: 2 },
    { id: 'p', revision: 1 },
    { id: 'p', revision: 2 },
  ];
  await orderPost(shown, form)('', save({ client: 'd', status: 'PENDING' }));
  await orderPost(shown, form)('', save({ action: { kind: 'NOTE', notes: 'Rush' } }));
  expect(requests.map(({ method, path, body }) => [method, path, body])).toMatchObject([
    ['POST', '/api/orders', { client: 'd' }],
    ['PATCH', '/api/orders/o', { status: 'PENDING' }],
    ['POST', '/api/orders', { client: 'c' }],
    ['POST', '/api/orders/p/actions', { kind: 'NOTE', notes: 'Rush' }],
  ]);
  expect(requests[0]?.body).not.toHaveProperty('status');
});

it('after a reload the tab repeats a create request without an answer', async () => {
  expect(await repeatCreate(shown)).toBeUndefined();
  responses = [null, { id: 'o' }];
  await expect(orderPost(shown, form)('', save({ client: 'd' }))).rejects.toThrow();
  expect(await repeatCreate(shown)).toBeUndefined();
  vi.stubGlobal('performance', { timeOrigin: 2 });
  expect(await repeatCreate(shown)).toBe('o');
  expect(requests[1]).toEqual(requests[0]);
  expect(await repeatCreate(shown)).toBeUndefined();
});
