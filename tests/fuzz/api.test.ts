import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { createAgencyFixture } from '#tests/api/agency-fixture.ts';
import { uploadsAt } from '#tests/api/uploads.ts';
import { callerOf, pageHeaders } from '#tests/product/call.ts';
import { callExpecting, callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { fuzz, fuzzSeconds, fuzzTimeout } from './fuzz.ts';
import { callerNames, type OpenApiDocument, randomCalls } from './random-calls.ts';
import { type Callers, requestOf } from './request-of-call.ts';
import { type DocumentedResponses, undocumentedPartsOf } from './undocumented-responses.ts';

/** Response timeout in milliseconds, generous because other processes share the machine. */
const patience = 60_000;

/** Upper bound of the process's memory at the end, with all caches full; MiB. */
const maxMemory = 1_000;

let dataDir: string;
let product: Product;
let callers: Callers;
let document: OpenApiDocument;

beforeAll(async () => {
  dataDir = await newDataDir();
  const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000', AUTH_BASIC: 'on', LOG_LEVEL: 'error' };
  product = await startProduct({ dataDir, environment });
  await connectDatabase(runningDatabaseUri(dataDir) ?? '');
  const api = await callersOf({ call: callerOf(product.url), dataDir });
  const uploads = uploadsAt(product.url);
  const agency = (mark: string) => createAgencyFixture({ api, uploads, mark });
  // The administrator's calls use an agency that no other caller belongs to, so what they return cannot count as a
  // leak.
  const [ours, theirs, third] = [await agency('Zanzibar'), await agency('Homeland'), await agency('Midway')];
  callers = {
    nobody: { cookies: [], own: ours, others: theirs, strange: /zanzibar|homeland|midway/i },
    'a seller': { cookies: ours.agency.user.cookies, own: ours, others: theirs, strange: /homeland|midway/i },
    'a seller of another agency': {
      ...{ cookies: theirs.agency.user.cookies, own: theirs, others: ours, strange: /zanzibar|midway/i },
    },
    'an administrator': { cookies: api.admin.cookies, own: third, others: third, strange: /(?!)/ },
  };
  document = await callExpecting<OpenApiDocument>(api.call, 200, { path: '/api/openapi.json' });
}, fuzzTimeout);

afterAll(async () => {
  await disconnectDatabase();
  await product?.stop();
  await removeDataDir(dataDir);
});

test('every random API call of any user gets a documented response without data of another agency', {
  timeout: fuzzTimeout,
}, async () => {
  const undocumentedParts = undocumentedPartsOf(document);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(randomCalls(document), async (tried) => {
    const caller = callers[tried.caller];
    const origin = new URL(product.url).origin;
    const request = requestOf(tried, caller, pageHeaders({ origin, hasBody: false, cookies: caller.cookies }));
    const answered = await sendRandomRequest(request);
    if (!answered) return;
    statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1);
    const summary = `${request.method} ${request.path}: ${answered.status} ${answered.text.slice(0, 2_000)}`;
    const fault = undocumentedParts(tried.operated, answered);
    if (fault) throw new Error(`${fault}\n${summary}\n${await loggedOf(answered.text)}`);
    const leak = caller.strange.exec(answered.text)?.[0];
    if (leak) throw new Error(`${tried.caller} received ${leak}\n${summary}`);
  });
  await fuzz('API', property);
  const all = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`API: answered ${all.join(', ')}\n`);
  // Guard: otherwise only rejections would have been tested. 50 in a minute.
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan((50 * fuzzSeconds) / 60);
  await expectSound();
});

/** The log lines of a request, read shortly afterwards: only the log says why it failed. */
async function loggedOf(answer: string): Promise<string> {
  const [reqId] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(answer) ?? [];
  if (!reqId) return '';
  const lines = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes(reqId));
  const logLine = await pollUntil({ label: 'the log', seconds: 5 }, () => lines()[0]).catch(
    () => 'nothing is logged of it',
  );
  return [logLine, ...lines().slice(1)].join('\n');
}

/** Node's limit for the size of request headers, in bytes. */
const longest = 15_000;

async function sendRandomRequest({
  path,
  ...request
}: ReturnType<typeof requestOf>): Promise<DocumentedResponses | undefined> {
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(`${product.url}${path}`, { ...request, redirect: 'manual', signal }).catch((error) => {
    // The server answers an oversized request and closes the connection before it is fully sent, so the client may miss
    // the response.
    const isCutOff = path.length > longest && /EPIPE|ECONNRESET/.test(String(error.cause));
    if (isCutOff) return undefined;
    throw error;
  });
  return response && { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Afterwards the product is ready, memory is within its bound, the log has no error, and every session is still valid.
 */
async function expectSound(): Promise<void> {
  expect((await fetch(`${product.url}/api/readyz`)).status).toBe(200);
  for (const who of callerNames) {
    const { status } = await callerOf(product.url)({ path: '/api/users/me', cookies: callers[who].cookies });
    expect([who, status]).toEqual([who, who === 'nobody' ? 401 : 200]);
  }
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${product.pid}/status`, 'utf8'))?.[1];
  const memory = Math.round(Number(kibibytes) / 1_024);
  process.stdout.write(`API: the product holds ${memory} MiB\n`);
  expect(memory).toBeLessThan(maxMemory);
  expect(product.output().match(/^\{"level":(50|60|"error"|"fatal").*$/m)?.[0]).toBeUndefined();
}
