import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#api/platform/mongod/start.ts';
import { callerOf } from '#tests/product/call.ts';
import { callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { pollUntil } from '#tests/product/until.ts';
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
