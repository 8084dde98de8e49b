import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parseDecisions } from '#api/engine/drift/prompts.ts';
import { readRelease, recordRelease, releaseDrift } from '#api/engine/drift/release.ts';
import { storedResources } from '#api/engine/drift/stored-schemas.ts';
import { writeMigration } from '#api/engine/drift/write-migration.ts';
import { migrations } from '#api/engine/migrations/migrations.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { releasedText, storageSchemas } from '#schemas/released/released.ts';
import { copyProject, type Project } from '#tests/resource/project.ts';
import { runCommand } from '#tests/runner/command.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { vendorAfter, vendorBefore, writtenMigration } from './schema-change.ts';

const uri = inject('mongodbUri').replace('/DATABASE', `/schema-change-${process.pid}`);
/** More records than one batch of a step. */
const count = 2_400;
let project: Project;

// Each command is a process, and MongoDB keeps the transaction of a killed one for a minute.
vi.setConfig({ testTimeout: 300_000 });

const releasedPath = () => join(project.folder, 'schemas/released/schemas.json');
const schemaFile = () => join(project.folder, 'schemas/vendor.schema.json');

beforeAll(async () => {
  project = await copyProject({ 'vendor.schema.json': vendorBefore });
  const { before, version } = await readRelease(project.folder);
  await writeFile(
    releasedPath(),
    releasedText({ version, resources: { ...before, ...storageSchemas([vendorBefore]) } }),
  );
  await writeFile(schemaFile(), JSON.stringify(vendorAfter, null, 2));
  await connectDatabase(uri);
  const at = new Date(0);
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `Vendor ${index}`,
    notes: `note ${index}`,
    fax: `fax ${index}`,
    tier: index % 3 === 0 ? 'lead' : 'gold',
    rating: String(index % 10),
    contacts: [{ person: 'Ann', mail: 'ann@example.com' }],
    ...{ revision: 1, createdAt: at, updatedAt: at },
  }));
  await mongoose.connection.collection('vendors').insertMany(rows);
  const applied = migrations.map(({ name }) => ({ _id: name, at }));
  await mongoose.connection.collection<{ _id: string; at: Date }>('schema_migrations').insertMany(applied);
});

afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
  await project.remove();
});

const environment = () => ({
  MONGODB_URI: uri,
  DATA_DIR: join(project.folder, 'data'),
  SECRET_KEY: 'a secret of the tests, 32 characters long at least',
});

const run = (script: string, ...args: string[]) =>
  runCommand({
    program: process.execPath,
    args: ['--import', 'tsx', join(project.folder, script), ...args],
    environment: environment(),
    limit: 100,
  });

const decisions = (options: Partial<Parameters<typeof parseDecisions>[0]>) =>
  parseDecisions({ renamed: [], removed: [], value: [], ...options });

/** The number of a migration follows the existing ones. */
const withoutNumber = (text: string) => text.replace(/\d{4}(?=-vendor-tiers)/, 'NEXT');

const vendors = () => mongoose.connection.collection('vendors').find().sort({ _id: 1 }).toArray();

describe('no migration is written', () => {
  const write = (subject: string, options: Parameters<typeof decisions>[0] = {}) =>
    writeMigration({ root: project.folder, subject, decisions: decisions(options) });
  const all = async () => [
    await readdir(join(project.folder, 'api/engine/migrations')),
    await readFile(join(project.folder, 'api/engine/migrations/migrations.ts'), 'utf8'),
    await readFile(releasedPath(), 'utf8'),
  ];

  it.each<[string, () => Promise<unknown>, string]>([
    ['for an undecided change', () => write('vendors'), '--renamed Vendor.notes=priority, or --removed Vendor.notes'],
    ['with an invalid name', () => write('Vendors 2'), '--migration Vendors 2: a name consists of lowercase words'],
    [
      'for an unknown new name',
      () => write('vendors', { renamed: ['Vendor.notes=note'], removed: ['Vendor.fax'] }),
      'Vendor.contacts.mail (string) is missing: --renamed Vendor.contacts.mail=email',
    ],
    [
      'for an incomplete option',
      async () => write('vendors', { renamed: ['Vendor.notes'] }),
      'such as --renamed Order.notes=remarks',
    ],
    ['for a value that is not JSON', async () => write('vendors', { value: ['Vendor.tier=gold'] }), 'is not JSON'],
  ])('%s, and no other file is', async (_, work, sentence) => {
    const before = await all();
    await expect(work()).rejects.toThrow(sentence);
    expect(await all()).toEqual(before);
  });

  it('the schemas are not recorded without a migration, and the check reports that', async () => {
    await expect(recordRelease({ root: project.folder })).rejects.toThrow('Run: npm run generate -- --migration NAME');
    await expect(recordRelease({ root: project.folder, by: '0042-none' })).rejects.toThrow('no such migration');
    expect(releaseDrift(await readRelease(project.folder))).toContain('  Vendor.fax is removed');
  });
});

it('prompts on the terminal repeat until each answer is valid, and the answers become a migration', async () => {
  const answers = ['5', '1', '0', 'email', 'lead', '"lead"', '"silver"', '"normal"'];
  const prompts: string[] = [];
  const prompt = async (question: string) => {
    prompts.push(question);
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`Nobody answers ${question}`);
    return answer;
  };
  const root = await mkdtemp(join(tmpdir(), 'portal-schemas-'));
  for (const part of ['schemas', 'api/engine/migrations', 'package.json'])
    await cp(join(project.folder, part), join(root, part), { recursive: true });
  const output = await writeMigration({ root, subject: 'vendor-tiers', decisions: decisions({}), prompt });
  const folder = join(root, 'api/engine/migrations');
  const [file = ''] = (await readdir(folder)).filter((each) => each.endsWith('-vendor-tiers.ts'));
  expect(withoutNumber(await readFile(join(folder, file), 'utf8'))).toBe(writtenMigration);
  await rm(root, { recursive: true });
  expect(answers).toEqual([]);
  const [notes, , fax, , lead, noJson, unfit, priority] = prompts;
  expect(notes).toBe(
    'Vendor.notes (string) is missing. New properties of its type: remarks, priority.\n  1: renamed to remarks\n' +
      '  2: renamed to priority\n  0: removed; its values are set aside\n> ',
  );
  expect(fax).toContain('Vendor.fax (string) is missing. New properties of its type: priority.');
  expect(lead).toContain('Vendor.tier is required and stricter than before (without lead)');
  expect(noJson).toContain('Invalid value: not JSON; strings need double quotes.');
  expect(unfit).toContain('allowed values: gold, silver.');
  expect(priority).toContain('Vendor.priority is required, but stored records may lack it.');
  expect(output).toContain('  Vendor.notes is renamed to remarks');
});

it('a resource that was never released is compared with its records in the database', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-schemas-'));
  for (const part of ['schemas', 'api/engine/migrations', 'package.json'])
    await cp(join(project.folder, part), join(root, part), { recursive: true });
  const { before, version } = await readRelease(root);
  const { Vendor: _, ...released } = before;
  await writeFile(join(root, 'schemas/released/schemas.json'), releasedText({ version, resources: released }));
  const write = (options: Parameters<typeof decisions>[0]) =>
    writeMigration({
      root,
      subject: 'vendor-tiers',
      decisions: decisions(options),
      readStored: async (after, names) => ({
        resources: await storedResources(after, names),
        source: 'the database of the test',
      }),
    });
  await expect(write({})).rejects.toThrow('--renamed Vendor.notes=remarks');
  const output = await write({
    renamed: ['Vendor.notes=remarks', 'Vendor.contacts.mail=email'],
    removed: ['Vendor.fax'],
    value: ['Vendor.priority="normal"', 'Vendor.tier="silver"'],
  });
  expect(output).toEqual(
    expect.arrayContaining([
      'Vendor was never released: compared with its records in the database of the test',
      '  Vendor.notes is renamed to remarks',
      '  Vendor.contacts.mail is renamed to email',
      '  Vendor.fax is removed',
      expect.stringMatching(/^ {2}Vendor\.rating is stricter: integer instead of string/),
      expect.stringMatching(/^ {2}Vendor\.tier is stricter/),
      '  Vendor.priority is required',
    ]),
  );
  expect(await readRelease(root)).toMatchObject({ before: { Vendor: { required: ['name', 'tier', 'priority'] } } });
  await rm(root, { recursive: true });
});

// Starts a process for each step. `npm test` has the parts: migration-rehearsal, migrations and schema-steps.
if (isNightly())
  it('a changed schema becomes a migration that is rehearsed on a copy, killed midway and resumed, and all records match', async () => {
    const before = await vendors();
    const written = await run(
      'api/engine/drift/main.ts',
      ...[
        '--migration',
        'vendor-tiers',
        '--renamed',
        'Vendor.notes=remarks',
        '--renamed',
        'Vendor.contacts.mail=email',
      ],
      ...['--removed', 'Vendor.fax', '--value', 'Vendor.priority="normal"', '--value', 'Vendor.tier="silver"'],
    );
    expect(written.output).toContain('Written: api/engine/migrations/');
    const [, name = ''] = /api\/engine\/migrations\/(\S+)\.ts/.exec(written.output) ?? [];
    const file = join(project.folder, `api/engine/migrations/${name}.ts`);
    const text = await readFile(file, 'utf8');
    expect(withoutNumber(text)).toBe(writtenMigration);
    const formatted = await runCommand({
      program: 'node_modules/.bin/biome',
      args: ['check', '--vcs-enabled=false', file, join(project.folder, 'api/engine/migrations/migrations.ts')],
      limit: 30,
    });
    expect(formatted.isOk, formatted.output).toBe(true);
    expect(releaseDrift(await readRelease(project.folder))).toEqual([]);

    const rehearsed = await run('api/engine/rehearsal/main.ts', '--rehearse');
    expect(rehearsed.output).toContain('vendors: convert rating to its new type: 2,400 records read, 2,400 changed');
    expect(rehearsed.output).toContain('Safe: all migrations were applied and all records are valid');
    expect(rehearsed.isOk).toBe(true);
    expect(await vendors()).toEqual(before);
    const { databases } = await mongoose.connection.getClient().db().admin().listDatabases({ nameOnly: true });
    expect(databases.map((each) => each.name)).not.toContain(`${mongoose.connection.name}_rehearsal`);

    await killMidway();
    // Else the next start waits until the lease of the killed process expires.
    await mongoose.connection.collection('start_locks').updateMany({}, { $set: { until: new Date(0) } });
    const done = await run('api/engine/rehearsal/main.ts');
    expect(done.output).toContain('Done: all migrations were applied and all records are valid');
    const every = '2,400 records read, 2,400';
    const summary = done.output.match(/^ {2}vendors: .*(?= \()/gm);
    expect(summary).toEqual([
      `  vendors: rename notes to remarks: ${every} changed, 0 invalid values, 0 set aside`,
      `  vendors: rename contacts.mail to email: ${every} changed, 0 invalid values, 0 set aside`,
      `  vendors: set fax aside: ${every} changed, 0 invalid values, 2,400 set aside`,
      `  vendors: set priority to "normal" where it is missing: ${every} changed, 0 invalid values, 0 set aside`,
      '  vendors: convert tier to its new type: 2,400 records read, 800 changed, 800 invalid values, 800 set aside',
      `  vendors: convert rating to its new type: ${every} changed, 2,400 invalid values, 960 set aside`,
      '  vendors: enqueue a job that rebuilds the search words',
    ]);
    expect(await vendors()).toEqual(
      before.map(({ notes, fax: _, rating, tier, ...rest }, index) => ({
        ...rest,
        remarks: notes,
        priority: 'normal',
        tier: tier === 'lead' ? 'silver' : tier,
        ...(index % 10 > 5 ? {} : { rating: Number(rating) }),
        contacts: [{ person: 'Ann', email: 'ann@example.com' }],
      })),
    );
    const setAside = mongoose.connection.collection('kept_aside');
    expect(await setAside.countDocuments({ path: '/fax' })).toBe(count);
    expect(await setAside.countDocuments({ path: '/tier', value: 'lead', migration: name })).toBe(count / 3);
    const jobs = mongoose.connection.collection('jobs');
    expect(await jobs.countDocuments({ kind: 'searchWords', subject: 'Vendor' })).toBe(1);
    expect(await mongoose.connection.collection('migration_steps').countDocuments()).toBe(0);
  });

/** Kills `npm run migrate` as soon as it has changed some records. */
async function killMidway(): Promise<void> {
  const args = ['--import', 'tsx', join(project.folder, 'api/engine/rehearsal/main.ts')];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...environment() }, stdio: 'ignore' });
  const notes = mongoose.connection.collection('migration_steps');
  await expect
    .poll(() => notes.countDocuments({ changed: { $gt: 0 } }), { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await notes.countDocuments({ isDone: true })).toBeLessThan(6);
}
