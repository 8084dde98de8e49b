import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '#tests/runner/command.ts';
import { aClient } from './factories.ts';
import { compile, compileClient, nodePackages } from './openapi-client.ts';
import { python, pythonPackages } from './python.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Installing a generator the first time, and generating 382 operations. Milliseconds. */
const timeout = 480_000;
const unknownId = '0123456789abcdef01234567';

let api: Api;
let folder: string;
let document: object;
/** What each client reads from its environment: where to call, as whom, and the client to create. */
let settings: string;

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'portal-generated-'));
  document = Object((await api.call({ path: '/api/openapi.json' })).body);
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const { url } = await uploadsTo(api);
  const { id, revision, createdAt, updatedAt, ...fields } = await aClient(api);
  const { name, businessOwner, businessName, businessAddress, phoneNumber, website, industry } = fields;
  const input = { name, businessOwner, businessName, businessAddress, phoneNumber, website, industry };
  const cookie = api.admin.cookies.map((each) => `${each.name}=${each.value}`).join('; ');
  settings = JSON.stringify({ url, headers: { Origin: api.config.publicUrl, Cookie: cookie }, input, unknownId });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** What each client prints. */
const outcome = {
  listed: expect.any(Number),
  created: expect.stringMatching(/^[0-9a-f]{24}$/),
  read: expect.stringMatching(/./),
  updated: ['Renamed', 2],
  error: 'RESOURCE_NOT_FOUND',
};

const readSettings = `const { url, headers, input, unknownId } = JSON.parse(process.env.SETTINGS ?? '');`;

async function runTypescript(file: string): Promise<unknown> {
  const args = ['--import', 'tsx', file];
  const { output } = await runCommand({ program: 'node', args, limit: 60, environment: { SETTINGS: settings } });
  return parseOutcome(output);
}

function parseOutcome(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

const typedFetch = `
import type { components, paths } from './api.ts';
${readSettings}
type One = paths['/api/clients/{id}'];
type Input = paths['/api/clients']['post']['requestBody']['content']['application/json'];
type Changes = One['patch']['requestBody']['content']['application/json'];
const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url + path, { ...init, headers: { ...headers, 'content-type': 'application/json', ...init.headers } });
  return await response.json();
};
const fields: Input = input;
const changes: Changes = { name: 'Renamed' };
const page = await call<components['schemas']['ClientPage']>('/api/clients');
const created = await call<components['schemas']['Client']>('/api/clients', { method: 'POST', body: JSON.stringify(fields) });
const read = await call<One['get']['responses'][200]['content']['application/json']>('/api/clients/' + created.id);
const patch = { method: 'PATCH', body: JSON.stringify(changes), headers: { 'if-match': '"' + read.revision + '"' } };
const updated = await call<One['patch']['responses'][200]['content']['application/json']>('/api/clients/' + created.id, patch);
const error = await call<components['schemas']['Error404']>('/api/clients/' + unknownId);
console.log(JSON.stringify({ listed: page.pagination.total, created: created.id, read: read.name, updated: [updated.name, updated.revision], error: error.code }));
export {};
`;

it('types of openapi-typescript compile, and a client with them makes five calls', { timeout }, async () => {
  expect(await compileClient(document, typedFetch, folder, 'node')).toBe('');
  expect(await runTypescript(join(folder, 'client.ts'))).toEqual(outcome);
});

const heyApi = `
import { createClient, getClient, listClients, updateClient } from './hey/index';
import { client } from './hey/client.gen';
${readSettings}
client.setConfig({ baseUrl: url, headers });
const page = await listClients({ query: { limit: 5 } });
const created = await createClient({ body: input, throwOnError: true });
const read = await getClient({ path: { id: created.data.id }, throwOnError: true });
const change = { path: { id: created.data.id }, body: { name: 'Renamed' }, headers: { 'If-Match': '"' + read.data.revision + '"' } };
const updated = await updateClient({ ...change, throwOnError: true });
const { error } = await getClient({ path: { id: unknownId } });
const listed = page.data && 'pagination' in page.data ? page.data.pagination.total : undefined;
console.log(JSON.stringify({ listed, created: created.data.id, read: read.data.name, updated: [updated.data.name, updated.data.revision], error: error?.code }));
`;

it('a client of hey-api compiles and makes five calls', { timeout }, async () => {
  const packages = await nodePackages('@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3');
  const args = ['-i', join(folder, 'openapi.json'), '-o', join(folder, 'hey'), '-c', '@hey-api/client-fetch'];
  const program = join(packages, 'node_modules/.bin/openapi-ts');
  const generation = await runCommand({ program, args, folder, limit: 180 });
  expect(generation).toMatchObject({ isOk: true });
  const file = join(folder, 'hey-client.ts');
  await writeFile(file, heyApi);
  expect(await compile(file, 'node')).toBe('');
  expect(await runTypescript(file)).toEqual(outcome);
});

const pythonClient = `
import json, sys
from portal.client import Client
from portal.api.clients import create_client, get_client, list_clients, update_client
from portal.models.client_changes import ClientChanges
from portal.models.client_input import ClientInput
settings = json.load(open("settings.json"))
client = Client(base_url=settings["url"], headers=settings["headers"])
page = list_clients.sync(client=client, limit=5)
created = create_client.sync(client=client, body=ClientInput.from_dict(settings["input"]))
read = get_client.sync(created.id, client=client)
changes = ClientChanges(name="Renamed")
updated = update_client.sync(created.id, client=client, body=changes, if_match=f'"{read.revision}"')
error = get_client.sync(settings["unknownId"], client=client)
print(json.dumps({"listed": page.pagination.total, "created": created.id, "read": read.name, "updated": [updated.name, updated.revision], "error": error.code}))
`;

it('a client of openapi-python-client compiles and makes five calls', { timeout }, async () => {
  const packages = await pythonPackages('openapi-python-client', '0.29.1');
  await writeFile(join(folder, 'config.yaml'), 'post_hooks: []\n');
  await writeFile(join(folder, 'settings.json'), settings);
  await writeFile(join(folder, 'client.py'), pythonClient);
  const target = ['--output-path', 'portal', '--meta', 'none', '--config', 'config.yaml'];
  const generation = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', ...target];
  // Only responses that are files are left out.
  expect(await python(generation, { packages, folder })).not.toContain('Endpoint will not be generated');
  await python(['-m', 'compileall', '-q', 'portal'], { folder });
  expect(parseOutcome(await python(['client.py'], { packages, folder }))).toEqual(outcome);
});
