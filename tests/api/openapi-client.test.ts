import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient } from './factories.ts';
import { compileClient } from './openapi-client.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'portal-client-'));
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const client = `
import type { components, paths } from './api.ts';

type Content<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: infer Content } } } } ? Content : never;
type Clients = Content<'/api/clients'>;

export const names = (page: Clients['application/json']): string[] => page.results.map(({ name }) => name);
export const cities = (page: Clients['application/json']): string[] => page.results.map(({ businessAddress }) => businessAddress.city);
export const revisions = (rows: Clients['application/vnd.portal.rows+json']): number[] => rows.map(({ revision }) => revision);
export const lines = (file: Clients['text/csv']): string[] => file.split('\\n');
export const next = ({ pagination }: Clients['application/json']): string | undefined => pagination.next;
export const status = (order: components['schemas']['Order']): 'DRAFT' | 'PENDING' | 'COMPLETE' | 'CANCELED' | undefined => order.status;
export const client = (order: components['schemas']['Order']): string => typeof order.channelId === 'string' ? order.channelId : order.channelId.name;
export const body: NonNullable<paths['/api/guilds']['post']['requestBody']>['content']['application/json'] = { name: 'Printers' };
// @ts-expect-error a page is not an array
export const rows = (page: Clients['application/json']) => page.map(String);
// @ts-expect-error unknown field
export const wrong = (page: Clients['application/json']) => page.results.map(({ nmae }) => nmae);
// @ts-expect-error an optional field of a client
export const external = (page: Clients['application/json']): string[] => page.results.map(({ externalId }) => externalId);
`;

it('a client compiles with the types that openapi-typescript generates from the OpenAPI document', {
  timeout: 240_000,
}, async () => {
  const { body } = await api.call({ path: '/api/openapi.json' });
  expect(await compileClient(Object(body), client, folder)).toBe('');
});

it('the type of a list response distinguishes a page, rows and a file', async () => {
  const { id } = await aClient(api);
  const typeOf = async (query: string, accept: string) => {
    const path = `/api/clients?${query}`;
    const { status, headers, body } = await api.admin.call({ path, headers: { accept } });
    expect(status).toBe(200);
    return [String(headers.get('content-type')).split(';')[0], Array.isArray(body) ? 'rows' : typeof body];
  };
  expect(await typeOf('limit=5', 'application/json')).toEqual(['application/json', 'object']);
  expect(await typeOf('range=[0,4]', 'application/json')).toEqual(['application/vnd.portal.rows+json', 'rows']);
  expect(await typeOf('', 'text/csv')).toEqual(['text/csv', 'string']);
  expect(id).toBeDefined();
});
