import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mongo } from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '#api/engine/migrations/migrations.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, spawnProduct, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { startReplicaSet } from './replica-set.ts';
import { isFinalResponse, type RequestAttempt, runRetryingClient } from './retrying-client.ts';
import { aSellingAgency } from './selling-agency.ts';
import { duplicatedWrites, lostWrites, readStoredState } from './stored-orders.ts';

// The other failures of a whole installation take minutes: `npm run faults`.

test('a primary killed under load loses and duplicates nothing that two processes acknowledged', async () => {
  const folders = [await newDataDir(), await newDataDir()];
  onTestFinished(async () => {
    for (const folder of folders) await removeDataDir(folder);
  });
  // An election timeout of 3 s keeps the test short; MongoDB's default is 10 s.
  const set = await startReplicaSet({ electionTimeout: 3_000 });
  onTestFinished(() => set.close());
  const shared = { MONGODB_URI: set.uri('portal'), SECRET_KEY: randomBytes(32).toString('hex'), DEMO: 'off' };
  const start = async (dataDir: string, environment: Record<string, string>) => {
    const port = await freePort();
    const product = await startProduct({ dataDir, port, environment: { ...shared, ...environment } });
    onTestFinished(() => product.kill());
    return product;
  };
  const [one = '', other = ''] = folders;
  const first = await start(one, { LINK_LIMIT_ADDRESS: '1000' });
  // It sends no mail: that would be in its own folder, where the test does not look for a link.
  const second = await start(other, { JOBS: 'off' });
  const people = await callersOf({ call: callerOf(first.url), dataDir: one });
  const agency = await aSellingAgency(people);

  const attempts: RequestAttempt[] = [];
  const load = { isOver: false };
  const at = { urls: [first.url, second.url], onAttempt: (attempt: RequestAttempt) => void attempts.push(attempt) };
  const clients = ['ada', 'ben'].map((name) => runRetryingClient({ agency, at, name, isOver: () => load.isOver }));
  const acknowledged = () => attempts.filter((attempt) => attempt.isWrite && isFinalResponse(attempt)).length;
  const untilMore = (count: number) => {
    const before = acknowledged();
    const label = `${count} more writes`;
    return pollUntil({ label, seconds: 60 }, () => acknowledged() >= before + count || undefined);
  };
  await untilMore(5);
  const killed = await set.primary();
  killed.signal('SIGKILL');
  await pollUntil({ label: 'another primary', seconds: 30 }, async () => (await set.primary()) !== killed || undefined);
  await untilMore(10);
  load.isOver = true;
  const acknowledgedOrders = (await Promise.all(clients)).flat();

  // Clients may only be asked to retry: both processes are alive, so no connection breaks.
  expect([...new Set(attempts.map(({ status }) => status))].filter((status) => status !== 503)).toEqual([201, 200]);
  const client = await mongo.MongoClient.connect(set.uri('portal'));
  onTestFinished(() => client.close());
  await pollUntil({ label: 'all mail to be sent', seconds: 60 }, async () => {
    const waiting = await client.db().collection('outbox_messages').countDocuments({ status: 'waiting' });
    return waiting === 0 || undefined;
  });
  const storedState = await readStoredState(client.db(), { channel: agency.channel, dataDirs: [one] });
  expect(lostWrites(storedState, acknowledgedOrders)).toEqual([]);
  expect(duplicatedWrites(storedState, acknowledgedOrders)).toEqual([]);
});

/** Starts the product on an empty replica set, and stops the primary once the start has printed `moment`. */
async function loseThePrimary({ moment, electionTimeout }: { moment: string; electionTimeout: number }) {
  const set = await startReplicaSet({ electionTimeout });
  onTestFinished(() => set.close());
  const dataDir = await newDataDir();
  const product = spawnProduct({
    dataDir,
    port: await freePort(),
    environment: { MONGODB_URI: set.uri('portal'), SECRET_KEY: randomBytes(32).toString('hex'), DEMO: 'on' },
  });
  onTestFinished(async () => {
    await product.kill();
    await removeDataDir(dataDir);
  });
  const primary = await set.primary();
  await pollUntil({ label: moment, seconds: 60 }, () => product.output().includes(moment) || undefined);
  primary.signal('SIGSTOP');
  return { set, product, primary };
}

// Each starts a replica set and a product.
if (isNightly()) {
  test.each(['Migrated the database: 0001', `Migrated the database: ${migrations.at(-1)?.name}`])(
    'a start whose primary stops responding after "%s" continues with the next primary',
    async (moment) => {
      const { product } = await loseThePrimary({ moment, electionTimeout: 3_000 });
      await pollUntil({ label: 'the greeting', seconds: 90 }, () => product.output().includes('Sign in') || undefined);
      expect(product.output()).not.toMatch(/^ {4}at /m);
    },
  );

  test('a start whose database has no primary for 60 s fails with one line that says so', async () => {
    const last = `Migrated the database: ${migrations.at(-1)?.name}`;
    const { set, product } = await loseThePrimary({ moment: last, electionTimeout: 3_000 });
    for (const member of set.members) member.signal('SIGSTOP');
    const [code] = await once(product.process, 'close');
    expect(code).toBe(1);
    const printed = product.output().slice(product.output().indexOf(last)).trim().split('\n');
    expect(printed).toEqual([
      expect.stringContaining(last),
      expect.stringMatching(/^The database stopped responding during the start: .*Retrying for 60 s$/),
      expect.stringMatching(
        /^The database stopped responding during the start, and did not return within 60 s: .* Start again when it has a primary \(rs\.status\(\)\)\.$/,
      ),
    ]);
  });
}
