import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agency, anAgency } from './factories.ts';
import { type Api, startApi } from './server.ts';

const ours = 'https://app.example';

describe('a page of an origin in CORS_ORIGINS', () => {
  let api: Api;
  let agency: Agency;
  beforeAll(async () => {
    api = await startApi({ CORS_ORIGINS: `${ours}, https://other.example:8443` });
    agency = await anAgency(api);
  });
  afterAll(() => api.close());

  it('may send the headers that API keys need, and no credentials', async () => {
    const { statusCode, headers } = await api.app.inject({
      method: 'OPTIONS',
      url: '/api/clients',
      headers: { origin: ours, 'access-control-request-method': 'POST' },
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ours,
      'access-control-allow-headers':
        'authorization, signature, signature-input, content-digest, content-type, idempotency-key, if-match',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('may read the headers of pages and revisions, also of errors', async () => {
    for (const request of [{ path: '/api/clients' }, { path: '/api/nothing' }]) {
      const { headers } = await api.call({ ...request, headers: { origin: 'https://other.example:8443' } });
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': 'https://other.example:8443',
        'access-control-expose-headers': 'ETag, Content-Range, X-Total-Count, Retry-After',
      });
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  it('cannot change anything with a session', async () => {
    const path = `/api/clients/${agency.client.id}`;
    const request = { method: 'PATCH', path, body: { industry: 'Retail' }, headers: { origin: ours } } as const;
    expect(await agency.user.call(request)).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it('is the only one that may: other origins get no permission', async () => {
    for (const origin of ['https://app.example.evil', 'http://app.example', 'null']) {
      const { headers } = await api.call({ path: '/api/clients', headers: { origin } });
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

it('without CORS_ORIGINS no page of another origin gets permission', async () => {
  const api = await startApi();
  const { headers } = await api.call({ path: '/api/clients', headers: { origin: ours } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  await api.close();
});
