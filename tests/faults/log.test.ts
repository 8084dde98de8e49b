import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { aClient, aUser } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { metricsToken, readinessOf } from '#tests/product/readiness.ts';
import { pollUntil } from '#tests/product/until.ts';
import { isNightly } from '#tests/runner/sweep.ts';

let dataDir: string;
const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };

beforeEach(async () => {
  dataDir = await newDataDir();
});

afterEach(() => removeDataDir(dataDir));

/** The JSON lines of the log, without the startup messages for people. */
const logOf = (product: Product): Record<string, unknown>[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('the access log has one line per request with route, status, time and user, and no search text', async () => {
  const product = await startProduct({ dataDir, environment });
  onTestFinished(() => product.kill());
  const people = await callersOf({ call: callerOf(product.url), dataDir });
  const { admin } = people;
  const client = await aClient(people);
  const person = await people.signedInAs(await aUser(people, { email: 'ada.stone@example.com' }));
  await admin.call({ path: '/api/clients?search=Stonehenge&industry=Masonry' });
  await person.call({ path: '/api/clients.csv?search=Stonehenge' });
  await admin.call({ path: `/api/clients/${client.id}` });
  await people.call({ path: '/api/nowhere?token=Masonry' });
  await people.call({ path: '/magic?token=Masonry' });
  expect(await product.stop()).toBe(0);

  const log = logOf(product);
  const requests = log.filter(({ msg }) => msg === 'request');
  const common = { reqId: expect.any(String), milliseconds: expect.any(Number) };
  expect(requests).toContainEqual(
    expect.objectContaining({ ...common, method: 'GET', route: '/api/clients', status: 200, user: admin.user.id }),
  );
  expect(requests).toContainEqual(
    expect.objectContaining({ ...common, route: '/api/clients.csv', user: person.user.id }),
  );
  expect(requests).toContainEqual(expect.objectContaining({ ...common, route: '/api/clients/:id', status: 200 }));
  expect(requests.filter(({ route }) => route === '/api/auth/magic')[0]).not.toHaveProperty('user');
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length);
  expect(JSON.stringify(log)).not.toMatch(/Stonehenge|Masonry|ada\.stone/);
});

// `npm test` has the retry in api/outbox.test.ts.
if (isNightly())
  test('a temporarily rejected mail is logged without its address and stays in the queue', async () => {
    const port = await freePort();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`<${address}> is not known here yet`), { responseCode: 450 })),
    });
    server.listen(port, '127.0.0.1');
    onTestFinished(async () => {
      server.close();
      await once(server.server, 'close');
    });
    const product = await startProduct({
      dataDir,
      environment: { ...environment, SMTP_URL: `smtp://127.0.0.1:${port}`, METRICS_TOKEN: metricsToken },
    });
    onTestFinished(() => product.kill());
    const call = callerOf(product.url);
    const response = await call({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
    expect(response.status).toBe(200);
    const entry = await pollUntil({ label: 'the refusal in the log', seconds: 15 }, () =>
      logOf(product).find(({ msg }) => String(msg).includes('job failed and will be retried')),
    );
    expect(entry).toMatchObject({
      kind: 'mail',
      attempts: 1,
      reason: expect.stringContaining('<[address]> is not known here yet'),
    });
    const requested = logOf(product).find(({ msg, route }) => msg === 'request' && route === '/api/auth/magic');
    expect(entry.reqId).toBe(requested?.reqId);
    expect(JSON.stringify(logOf(product))).not.toContain('admin@example.com');
    expect(await readinessOf(product.url)).toMatchObject({
      status: 'ready',
      mail: { waiting: 1, failed: 0 },
    });
    expect(await product.stop()).toBe(0);
  });

// `npm test` has the jobs themselves in api/jobs.test.ts, and the request ids of database commands below.
if (isNightly())
  test('jobs and mails are logged with the id of the request that enqueued them', async () => {
    const product = await startProduct({ dataDir, environment });
    onTestFinished(() => product.kill());
    const { admin } = await callersOf({ call: callerOf(product.url), dataDir });
    const responses = ['ada@example.com', 'bob@example.com'].map((key) =>
      admin.call({ method: 'POST', path: '/api/users', body: { name: key.slice(0, 3), email: key, roles: ['ADMIN'] } }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    const mailsOf = () => {
      const log = logOf(product);
      return log
        .filter(({ msg, route, method }) => msg === 'request' && route === '/api/users' && method === 'POST')
        .map(({ reqId }) => log.filter((line) => line.msg === 'job' && line.kind === 'mail' && line.reqId === reqId));
    };
    await pollUntil({ label: 'a mail of each request in the log', seconds: 15 }, () =>
      mailsOf().filter(({ length }) => length > 0).length === 2 ? true : undefined,
    );
    expect(mailsOf().flat()[0]).toMatchObject({
      job: expect.any(String),
      milliseconds: expect.any(Number),
      attempts: 1,
    });
    expect(logOf(product).filter(({ msg, reqId }) => msg === 'job' && reqId === undefined)).not.toContainEqual(
      expect.objectContaining({ kind: 'mail' }),
    );
    expect(await product.stop()).toBe(0);
  });

test('a slow database command is logged with its request and the shape of its query, never with values', async () => {
  const product = await startProduct({ dataDir, environment: { ...environment, SLOW_QUERY_MS: '0' } });
  onTestFinished(() => product.kill());
  const { admin } = await callersOf({ call: callerOf(product.url), dataDir });
  await admin.call({ path: '/api/clients?search=Stonehenge&industry=Masonry' });
  await admin.create('User', { name: 'Ada Stonehenge', email: 'masonry@example.com', roles: ['ADMIN'] });
  expect(await product.stop()).toBe(0);
  const log = logOf(product);
  const slow = log.filter(({ msg }) => msg === 'slow query');
  const requested = log.filter(({ msg }) => msg === 'request');
  const list = requested.find(({ route }) => route === '/api/clients');
  const created = requested.find(({ route, method }) => route === '/api/users' && method === 'POST');
  expect(slow).toContainEqual(
    expect.objectContaining({
      ...{ collection: 'clients', command: 'find', reqId: list?.reqId, milliseconds: expect.any(Number) },
      filter: expect.stringMatching(/searchKeys.*industry|industry.*searchKeys/),
    }),
  );
  expect(slow).toContainEqual(
    expect.objectContaining({ collection: 'users', command: 'insert', reqId: created?.reqId }),
  );
  expect(slow).toContainEqual(expect.objectContaining({ command: 'commitTransaction', reqId: created?.reqId }));
  expect(JSON.stringify(log)).not.toMatch(/stonehenge|masonry/i);
});
