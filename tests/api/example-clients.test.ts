import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { type Agency, anAgency } from './factories.ts';
import { type ApiKeyWithSecret, createApiKey } from './message-signatures.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let key: ApiKeyWithSecret;
beforeAll(async () => {
  const port = await freePort();
  api = await startApi({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  await api.app.listen({ host: '127.0.0.1', port });
  agency = await anAgency(api);
  key = await createApiKey(api, agency.user.user);
});
afterAll(() => api.close());

const folder = 'api/engine/documentation/clients';

describe.each([
  ['node', `${folder}/portal.mjs`],
  ['python3', `${folder}/portal.py`],
])('the example client of %s', (program, file) => {
  const run = async (...args: string[]): Promise<unknown> => {
    const env = { ...process.env, PORTAL_URL: api.config.publicUrl, KEY_ID: key.id, KEY_SECRET: key.secret };
    const { stdout } = await promisify(execFile)(program, [file, ...args], { env });
    return JSON.parse(stdout);
  };

  it('reads, changes, and reports errors', async () => {
    const { id, name } = agency.client;
    const industry = `Industry of ${program} – ü`;
    expect(await run('GET', '/api/clients?limit=1&sort=name')).toMatchObject({
      status: 200,
      body: { results: [{ name }] },
    });
    const change = ['PATCH', `/api/clients/${id}`] as const;
    expect(await run(...change, JSON.stringify({ industry }))).toMatchObject({ status: 200, body: { industry } });
    expect(await run(...change, '{"colour": "red"}')).toMatchObject({ status: 400 });
  });
});
