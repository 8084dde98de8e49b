import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import mongoose, { mongo } from 'mongoose';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { sealAuditEntries } from '#api/engine/audit/chain.ts';
import { verifyExportBytes } from '#api/engine/audit/export-file.ts';
import { recordAuditEvent } from '#api/engine/audit/record-event.ts';
import { verifyAuditLog } from '#api/engine/audit/verify.ts';
import { exportOldEntries } from '#api/engine/audit-exports/export-job.ts';
import { makeBackup } from '#api/engine/backup/make-backup.ts';
import { restoreBackup } from '#api/engine/backup/restore-backup.ts';
import { removalJob } from '#api/engine/files/garbage-collection.ts';
import { runNextJob } from '#api/engine/jobs/jobs.ts';
import type { AuditExport, Client } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { day, freezeClock, hour, longSessions } from './clock.ts';
import { type Agency, aClient, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let log: mongo.Collection;
let exports: mongo.Collection;
let agencies: Agency[];
let folder: string;
beforeAll(async () => {
  api = await startApi({ JOBS: 'off', AUDIT_KEEP: '365d', ...longSessions });
  log = mongoose.connection.collection('audit_log');
  exports = mongoose.connection.collection('audit_exports');
  agencies = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-audit-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const seal = () => sealAuditEntries(() => true);
const faultNow = async () => (await verifyAuditLog()).fault;
const noProgress = async () => undefined;
const runExport = (reportProgress: () => Promise<void> = noProgress) => exportOldEntries(api.config, reportProgress);
const head = async () => {
  const verdict = await verifyAuditLog();
  if (verdict.fault !== undefined) throw new Error(verdict.fault);
  return verdict.head;
};
const sequences = async () => (await log.find({}, { sort: { sequence: 1 } }).toArray()).map(({ sequence }) => sequence);

/** A client of each agency, with sealed audit entries of that time. */
async function changesInBothAgencies(): Promise<Client[]> {
  const clients = await Promise.all(agencies.map((agency) => aClient(api, { below: agency.entity })));
  await seal();
  return clients;
}

const listExports = async () =>
  (
    await callExpecting<{ results: AuditExport[] }>(api.admin.call, 200, {
      path: '/api/audit_exports?sort=firstSequence',
    })
  ).results;

const contentOf = async ({ file }: AuditExport) =>
  String((await api.admin.call({ path: `/api/files/${file}/content` })).body);

const parsedLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The environment of a process that uses the same database. */
const connection = () => ({
  MONGODB_URI: inject('mongodbUri').replace('/DATABASE', `/${mongoose.connection.name}`),
  SECRET_KEY: api.config.secretKey,
  DATA_DIR: api.config.dataDir,
});

/** Runs a program without blocking the API of this process, which would reject requests as overloaded. */
async function runProgram(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...connection(), ...environment },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  await once(child, 'close');
  return { status: child.exitCode, signal: child.signalCode, ...printed };
}

/** Runs `npm run audit -- …` as an operator does. */
const audit = (args: string[], environment: Record<string, string> = {}) =>
  runProgram(['api/engine/audit/main.ts', ...args], environment);

it('moves sealed entries older than AUDIT_KEEP into a signed file, and verifies the log from its end', async () => {
  const clock = freezeClock();
  const old = await changesInBothAgencies();
  const { sequence: lastOld, hash } = await head();
  clock.pass(366 * day);
  const recent = await changesInBothAgencies();
  const whole = await head();

  await runExport();

  expect(await head()).toEqual(whole);
  expect(await sequences()).toEqual(
    Array.from({ length: whole.sequence - lastOld }, (_, index) => lastOld + index + 1),
  );
  const [stored, ...others] = await listExports();
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    firstSequence: 1,
    lastSequence: lastOld,
    entries: lastOld,
    previousHash: '',
    lastHash: hash,
  });
  if (!stored) return;
  const text = await contentOf(stored);
  const [header, ...rest] = parsedLines(text);
  const trailer = rest.pop();
  expect(header).toEqual({ auditExport: 1, firstSequence: 1, previousHash: '', key: stored.key });
  expect(rest).toHaveLength(lastOld);
  expect(rest.at(-1)).toMatchObject({ sequence: lastOld, hash });
  expect(trailer).toMatchObject({ lastSequence: lastOld, lastHash: hash, signature: stored.signature });
  for (const { id, name } of old) expect(rest).toContainEqual(expect.objectContaining({ resourceId: id, name }));
  for (const { id } of recent) expect(text).not.toContain(id);
  expect(await verifyExportBytes(toBytes(text))).toMatchObject({ summary: { lastHash: hash } });
  const verified = await audit(['verify']);
  expect(verified.stdout).toContain(`intact: ${whole.sequence} entries`);
  expect(verified.stdout).toContain(`Entries 1 to ${lastOld} are in exports`);
});

it('exports what has become old since in a second file that continues the first one, and nothing twice', async () => {
  const clock = freezeClock();
  clock.pass(800 * day);
  await seal();
  const { sequence } = await head();
  await runExport();
  await runExport();
  const stored = await listExports();
  expect(stored).toHaveLength(2);
  expect(stored[1]).toMatchObject({
    firstSequence: (stored[0]?.lastSequence ?? 0) + 1,
    previousHash: stored[0]?.lastHash,
    lastSequence: sequence,
  });
  expect(await log.countDocuments()).toBe(0);
  expect(await head()).toMatchObject({ sequence });
});
it('lists and serves exports to those who read the log, and to nobody else', async () => {
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  const [stored] = await listExports();
  const content = `/api/files/${stored?.file}/content`;
  for (const { call } of [api.admin, developer]) {
    expect(await call({ path: '/api/audit_exports' })).toMatchObject({
      status: 200,
      body: { pagination: { total: 2 } },
    });
    const { status, headers } = await call({ path: content });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-000000001-\d{9}\.jsonl"/);
  }
  for (const { moderator, user } of agencies)
    for (const { call } of [moderator, user]) {
      expect((await call({ path: '/api/audit_exports' })).status).toBe(403);
      expect((await call({ path: content })).status).toBe(404);
    }
  for (const method of ['POST', 'PATCH', 'DELETE'] as const)
    expect((await api.admin.call({ method, path: `/api/audit_exports/${stored?.id}`, body: {} })).status).toBe(404);
});

it('npm run audit copies the exports to a folder and verifies each without a database, with the number of a changed entry', async () => {
  const names = (await listExports()).map(
    ({ firstSequence, lastSequence }) =>
      `audit-log-${[firstSequence, lastSequence].map((each) => String(each).padStart(9, '0')).join('-')}.jsonl`,
  );
  expect(await audit(['export', folder])).toMatchObject({
    status: 0,
    stdout: `2 exports copied to ${folder}, 0 were there.\n`,
  });
  expect((await audit(['export', folder])).stdout).toBe(`0 exports copied to ${folder}, 2 were there.\n`);
  expect((await readdir(folder)).toSorted()).toEqual(names);
  const file = join(folder, names[0] ?? '');
  const offline = { MONGODB_URI: 'mongodb://127.0.0.1:1/none' };
  expect(await audit(['verify', file], offline)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('is intact: entries 1 to'),
  });
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/"name":"[^"]*"/, '"name":"Another"'));
  const changed = await audit(['verify', file], offline);
  expect(changed.status).toBe(1);
  expect(changed.stderr).toMatch(/Entry \d+ \([0-9a-f]{24}\) was changed in the export/);
  await writeFile(file, text);
  const other = await audit(['verify', file], { ...offline, SECRET_KEY: 'another secret of 32 characters at least' });
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('was changed in the export') });
});

it('finds any changed, added or removed byte of an export', async () => {
  const [stored] = await listExports();
  const bytes = Buffer.from(stored ? await contentOf(stored) : '');
  const position = fc.nat({ max: bytes.length - 1 });
  const changed = fc.record({ at: position, by: fc.integer({ min: 1, max: 255 }) }).map(({ at, by }) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ by;
    return copy;
  });
  const added = fc
    .record({ at: position, byte: fc.nat({ max: 255 }) })
    .map(({ at, byte }) => Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at)]));
  const removed = fc
    .record({ at: position, count: fc.integer({ min: 1, max: 2_000 }) })
    .map(({ at, count }) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + count)]));
  await fc.assert(
    fc.asyncProperty(fc.oneof(changed, added, removed), async (tampered) => {
      expect((await verifyExportBytes(toBytes(tampered))).fault).toEqual(expect.any(String));
    }),
    { numRuns: 300 },
  );
});

it('names the entry of each changed, removed, swapped or repeated line of an export', async () => {
  const [stored] = await listExports();
  const lines = (stored ? await contentOf(stored) : '').trimEnd().split('\n');
  const entry = fc.integer({ min: 1, max: lines.length - 3 });
  const faultOf = async (tampered: string[]) => (await verifyExportBytes(toBytes(`${tampered.join('\n')}\n`))).fault;
  await fc.assert(
    fc.asyncProperty(entry, async (at) => {
      const line = lines[at] ?? '';
      const named = expect.stringMatching(
        new RegExp(`^Entr(y|ies) ${at} |^There are two entries with the number ${at} `),
      );
      const { createdAt } = JSON.parse(line);
      expect(await faultOf(lines.with(at, line.replace(createdAt, '2020-01-01T00:00:00.000Z')))).toEqual(named);
      expect(await faultOf(lines.with(at, '{'))).toEqual(named);
      expect(await faultOf(lines.toSpliced(at, 1))).toEqual(named);
      expect(await faultOf(lines.toSpliced(at, 2, lines[at + 1] ?? '', line))).toEqual(named);
      expect(await faultOf(lines.toSpliced(at, 0, line))).toEqual(named);
    }),
    { numRuns: 30 },
  );
});

it.each<[string, (stored: AuditExport, other: AuditExport) => Promise<unknown>, RegExp]>([
  ['was deleted', ({ id }) => exports.deleteOne({ _id: idOf(id) }), /^The export of entries 1 to \d+ is missing$/],
  [
    'lost its file',
    ({ file }) => mongoose.connection.collection('files').deleteOne({ _id: idOf(file) }),
    /^The export of entries 1 to \d+ cannot be read: its file is missing$/,
  ],
  [
    'lost the bytes of its file',
    () => mongoose.connection.collection('file_bytes.chunks').deleteMany({}),
    /^The export of entries 1 to \d+ is not intact. The export is empty$/,
  ],
  [
    'was changed',
    ({ id }) => exports.updateOne({ _id: idOf(id) }, { $inc: { lastSequence: 1 } }),
    /^The export of entries 1 to \d+ is not signed/,
  ],
  [
    'has the file of another one',
    ({ id }, { file }) => exports.updateOne({ _id: idOf(id) }, { $set: { file: idOf(file) } }),
    /^The export of entries 1 to \d+ has the file of another one$/,
  ],
])('verify reports an export that %s', async (_what, tamper, message) => {
  const [stored, other] = await listExports();
  if (!stored || !other) throw new Error('There are no exports');
  const all = ['audit_exports', 'files', 'file_bytes.chunks'].map((name) => mongoose.connection.collection(name));
  const before = await Promise.all(all.map((each) => each.find().toArray()));
  expect(await faultNow()).toBeUndefined();
  await tamper(stored, other);
  expect(await faultNow()).toMatch(message);
  for (const [index, each] of all.entries()) {
    await each.deleteMany({});
    await each.insertMany(before[index] ?? []);
  }
  expect(await faultNow()).toBeUndefined();
});

it('exports nothing from a broken chain on, and never an entry that is not sealed', async () => {
  const clock = freezeClock();
  clock.pass(900 * day);
  await changesInBothAgencies();
  await aClient(api, { below: agencies[0]?.entity });
  const [first, second] = await log.find({ sequence: { $ne: null } }, { sort: { sequence: 1 } }).toArray();
  clock.pass(900 * day);
  await log.updateOne({ _id: second?._id }, { $set: { name: 'Another' } });
  await expect(runExport()).rejects.toThrow(`Entry ${second?.sequence} (${second?._id}) was changed`);
  expect(await log.countDocuments({ _id: first?._id })).toBe(1);
  expect(await listExports()).toHaveLength(2);
  await log.updateOne({ _id: second?._id }, { $set: { name: second?.name } });
  await runExport();
  expect(await sequences()).toEqual([undefined]);
  expect(await listExports()).toHaveLength(3);
});

it('exports nothing without AUDIT_KEEP', async () => {
  const clock = freezeClock();
  clock.pass(9_000 * day);
  await seal();
  await exportOldEntries({ ...api.config, auditKeep: undefined }, noProgress);
  expect(await log.countDocuments()).toBe(1);
});

it('a head that was noted before is compared with the exports, too', async () => {
  const [stored] = await listExports();
  if (!stored) return;
  const { lastSequence: sequence, lastHash: hash } = stored;
  expect((await verifyAuditLog({ sequence, hash })).fault).toBeUndefined();
  expect((await verifyAuditLog({ sequence: sequence - 1, hash })).fault).toBe(
    `Entry ${sequence - 1} no longer has the hash ${hash}`,
  );
});

it('verify finds a forged entry with the number of an exported one', async () => {
  await log.insertOne({ sequence: 2, name: 'Forged', createdAt: new Date(), hash: 'x' });
  expect(await faultNow()).toMatch(/^Entry 2 \([0-9a-f]{24}\) was changed$/);
  await log.deleteOne({ sequence: 2 });
});

it('a process killed at any command loses no entry and exports none twice', async () => {
  const clock = freezeClock();
  for (let count = 0; count < 1_250; count += 1)
    await recordAuditEvent({ by: { user: null }, kind: 'export', action: 'export', details: { count } });
  await seal();
  const whole = await head();
  const before = (await listExports()).length;
  const ahead = 2_000 * day;
  const run = (killAt: number) =>
    runProgram(['tests/api/audit-export-process.ts'], {
      AUDIT_KEEP: '30d',
      CLOCK: String(ahead),
      KILL_AT: String(killAt),
    });
  // The first ones are before the export is recorded, the last ones while its entries are deleted.
  for (const killAt of [4, 10, 14, 17, 20, 7, 8, 9]) {
    const { signal, stderr } = await run(killAt);
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    expect(await head()).toEqual(whole);
  }
  expect(await run(0)).toMatchObject({ status: 0, stderr: '' });
  expect(await head()).toEqual(whole);
  expect(await log.countDocuments()).toBe(0);
  clock.pass(ahead + 2 * hour);
  // The bytes of interrupted exports are deleted by the jobs that were enqueued before they were written.
  const worker = { log: pino({ level: 'silent' }), shouldContinue: () => true };
  while (await runNextJob(removalJob, worker));
  const stored = await listExports();
  expect(stored).toHaveLength(before + 1);
  expect(await mongoose.connection.collection('file_bytes.files').countDocuments()).toBe(stored.length);
}, 120_000);

it('a backup and its restore contain the exports and the end of the last one', async () => {
  const before = await head();
  const file = join(folder, 'backup');
  const quiet = { report: () => undefined, signal: new AbortController().signal };
  const { secretKey, secretKeys } = api.config;
  await makeBackup({ file, secretKey, ...quiet });
  await mongoose.connection.dropDatabase();
  await restoreBackup({ file, secretKeys, isKeyLost: false, storage: 'gridfs', ...quiet });
  expect(await head()).toEqual(before);
});

async function* toBytes(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

const idOf = (id: string) => mongo.ObjectId.createFromHexString(id);
