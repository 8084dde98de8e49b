import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollUntil } from '#tests/product/until.ts';
import { aClient } from './factories.ts';
import { type Api, startApi } from './server.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string; spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A fake collector that accepts OTLP over HTTP and stores the spans. */
async function startCollector() {
  const spans: Span[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`);
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const isAddress = (address: unknown): address is AddressInfo => typeof address === 'object' && address !== null;
  const address = server.address();
  const url = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
  return { spans, paths, url, close: () => server.close() };
}

const mark = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${mark}-00f067aa0ba902b7-01`;

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let api: Api;
  let clientId: string;

  beforeAll(async () => {
    collector = await startCollector();
    api = await startApi({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, TRUST_PROXY: '1' });
    const [client, other] = [await aClient(api), await aClient(api)];
    clientId = client.id;
    for (const { id } of [client, other]) await api.admin.call({ path: `/api/clients/${id}` });
    await api.admin.call({ path: `/api/clients/${client.id}` });
    await api.admin.call({ path: '/api/clients?search=Stonehenge', headers: { traceparent } });
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
    await pollUntil({ label: 'the mail to be sent', seconds: 20 }, async () => {
      const waits = await api.admin.call({ path: '/api/jobs?kind=mail&status=waiting,running&limit=1' });
      return Object(waits.body).pagination?.total === 0 ? true : undefined;
    }).catch(async (error: unknown) => {
      await api.close();
      throw error;
    });
    await api.close();
    return () => collector.close();
  });

  const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name);
  const below = (parent: Span) =>
    collector.spans.filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);
  const attribute = (span: Span, name: string) => {
    const value = span.attributes.find(({ key }) => key === name)?.value;
    return value?.stringValue ?? value?.intValue;
  };

  it('a request is a span named by its route, with its database queries as child spans', () => {
    expect([...collector.paths]).toEqual(['POST /v1/traces application/json']);
    const request = spansNamed('GET /api/clients/:id').at(-1);
    if (!request) throw new Error('No span came of the request');
    expect(attribute(request, 'http.response.status_code')).toBe(200);
    expect(attribute(request, 'portal.request_id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(below(request).map(({ name }) => name)).toEqual(expect.arrayContaining(['find sessions', 'find clients']));
  });

  it('a request continues the trace of a trusted proxy', () => {
    const [list] = spansNamed('GET /api/clients');
    expect(list).toMatchObject({ traceId: mark, parentSpanId: '00f067aa0ba902b7' });
  });

  it('a job is a separate trace that links to the request that enqueued it', () => {
    const requests = spansNamed('POST /api/auth/magic');
    const jobs = spansNamed('job mail').filter(({ links }) =>
      links?.some(({ spanId }) => spanId === requests.at(-1)?.spanId),
    );
    const [job] = jobs;
    if (!job) throw new Error(`No job links to the request: ${JSON.stringify(spansNamed('job mail'))}`);
    const request = requests.at(-1);
    expect(job.links?.[0]?.traceId).toBe(request?.traceId);
    expect(job.traceId).not.toBe(request?.traceId);
    expect(attribute(job, 'portal.outcome')).toBe('done');
    expect(below(job).length).toBeGreaterThan(0);
  });

  it('no search text and no id in a span name is ever exported', () => {
    const all = JSON.stringify(collector.spans);
    expect(all).not.toMatch(/stonehenge|example\.com/i);
    expect(collector.spans.map(({ name }) => name).join()).not.toContain(clientId);
  });
});

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('jobs store no trace', async () => {
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
    const { body } = await api.admin.call({ path: '/api/jobs?kind=mail&limit=1' });
    expect(body).toMatchObject({ results: [{ reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) }] });
    expect(JSON.stringify(body)).not.toContain('traceparent');
  });
});
