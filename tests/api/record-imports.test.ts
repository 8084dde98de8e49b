import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { AuditEntry, Client, Import } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aChannel, anAgency, anEntity, aUser } from './factories.ts';
import { createImportDraft, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let agency: Agency;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  agency = await anAgency(api);
});
afterAll(() => api.close());

const head =
  'Client Name,Business owner,Business name,Street address,City,State,ZIP code,Website,Phone number,Industry,External ID';
const row = (name: string, externalId: string, city = 'Bend') =>
  `${name},Ann Owner,${name} LLC,1 Main Street,${city},OR,97701,https://example.com,541 555 0100,Food,${externalId}`;
const fileOf = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`;

const names = { last: 0 };
/** The draft of an import of clients. Each file has its own name, so its own batch. */
async function draftOf(bytes: string, person: SignedInUser = api.admin, path = '/api/clients/import'): Promise<Import> {
  names.last += 1;
  return await createImportDraft(uploads, { person, path, bytes, name: `records-${names.last}.csv` });
}

async function change(draft: Import, changes: Partial<Import>, person: SignedInUser = api.admin): Promise<Import> {
  await updateImport(person, draft, changes);
  await waitForImports();
  return await person.read('Import', draft.id);
}

const clientNamed = async (name: string): Promise<Client | undefined> =>
  (await storeOf('Client').find({ filter: { name } }))[0];

describe('an import of clients', () => {
  it('maps the labels of the schema, nested ones too, and creates records like saves', async () => {
    const draft = await draftOf(fileOf(row('Alpha Deli', 'A-1'), row('Beta Deli', 'A-2')));
    expect(draft).toMatchObject({
      status: 'draft',
      resource: 'Client',
      key: 'externalId',
      mapping: expect.arrayContaining(['name', 'businessAddress.city', 'externalId']),
    });
    expect(draft.mapping).not.toContain(null);
    const checked = await change(draft, { status: 'checking' });
    expect(checked).toMatchObject({ status: 'checked', created: 2, updated: 0, unchanged: 0, faulty: 0, skipped: 0 });
    expect(await clientNamed('Alpha Deli')).toBeUndefined();
    const done = await change(draft, { status: 'running' });
    expect(done).toMatchObject({ status: 'done', rows: 2, created: 2, file: null });
    const client = await clientNamed('Alpha Deli');
    expect(client).toMatchObject({ externalId: 'A-1', businessAddress: { city: 'Bend' } });
    const audit = await callExpecting<{ results: unknown[] }>(api.admin.call, 200, {
      path: `/api/audit_log?resourceId=${client?.id}`,
    });
    expect(audit.results).toHaveLength(1);
  });

  it('updates the records with the same key, reports the changed fields first, and leaves the unchanged ones', async () => {
    await change(await draftOf(fileOf(row('Gamma Deli', 'B-1'), row('Delta Deli', 'B-2'))), { status: 'running' });
    const file = fileOf(row('Gamma Deli', 'B-1', 'Salem'), row('Delta Deli', 'B-2'), row('Epsilon Deli', 'B-3'));
    const draft = await draftOf(file);
    const checked = await change(draft, { status: 'checking' });
    expect(checked).toMatchObject({
      ...{ created: 1, updated: 1, unchanged: 1 },
      changes: [
        { line: 2, name: 'Gamma Deli', fields: [{ field: 'Business address: City', from: 'Bend', to: 'Salem' }] },
      ],
    });
    expect(await change(draft, { status: 'running' })).toMatchObject({ status: 'done', created: 1, updated: 1 });
    expect(await clientNamed('Gamma Deli')).toMatchObject({
      businessAddress: { city: 'Salem', street: '1 Main Street' },
    });
  });

  it('imports all rows or none, or only the valid ones', async () => {
    const file = fileOf(row('Zeta Deli', 'C-1'), row('', 'C-2'), row('Eta Deli', 'C-1'), row('Theta Deli', 'C-4', ''));
    const failed = await change(await draftOf(file), { status: 'running' });
    expect(failed).toMatchObject({ status: 'failed', faulty: 3 });
    expect(failed.problems.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      '3 Client Name: Missing required field: Client Name',
      '4 External ID: The same External ID as line 2',
      '5 City: Missing required field: City',
    ]);
    expect(await clientNamed('Zeta Deli')).toBeUndefined();
    const done = await change(await draftOf(file), { status: 'running', onlyValid: true });
    expect(done).toMatchObject({ status: 'done', created: 1, faulty: 3 });
    expect(await clientNamed('Zeta Deli')).toBeDefined();
    expect(await clientNamed('Theta Deli')).toBeUndefined();
  });

  it('reports all faults of a row together: of its cells, its references, and missing fields', async () => {
    const file = fileOf(
      `,Ann Owner,Rho LLC,1 Main Street,,${'O'.repeat(61)},97701,https://example.com,541 555 0100,Food,E-1`,
      row('Sigma Deli', 'E-2'),
    )
      .replace(/External ID/, 'External ID,Organization')
      .replace('E-1', 'E-1,Nowhere Org')
      .replace('E-2', 'E-2,');
    const checked = await change(await draftOf(file), { status: 'checking' });
    expect(checked).toMatchObject({
      created: 1,
      faulty: 1,
      unknownNames: [{ text: 'Nowhere Org', count: 1, line: 2 }],
    });
    expect(checked.problems.map(({ line, column }) => `${line} ${column}`).toSorted()).toEqual([
      ...['2 City', '2 Client Name', '2 Organization', '2 State'],
    ]);
    const suggestions = 'name,product,condition,inactive\n,No such product,,perhaps\n';
    const draft = await draftOf(suggestions, api.admin, '/api/product_suggestions/import');
    const { problems } = await change(draft, { status: 'checking', key: null });
    expect(problems.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      expect.stringMatching(/^inactive: Must be/),
      'product: No Product is named No such product',
      expect.stringMatching(/^name: Missing required field: /),
      expect.stringMatching(/^condition: Missing required field: /),
    ]);
    const unknown = `id,product,inactive\n${'0'.repeat(24)},,perhaps\n`;
    const keyed = await draftOf(unknown, api.admin, '/api/product_suggestions/import');
    const checkedById = await change(keyed, { status: 'checking', key: 'id' });
    expect(checkedById.problems.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      expect.stringMatching(/^inactive: Must be/),
      'id: No ProductSuggestion has this id',
    ]);
  });

  it('places new clients below the organization of a column, with the rights, audit and hooks of a save', async () => {
    const above = await anEntity(api, { name: 'Import Group' });
    const places = [
      await anEntity(api, { name: 'Import North', parent: above.id, shortName: 'IN' }),
      await anEntity(api, { name: 'Import South', parent: above.id }),
    ];
    const withPlace = (file: string, ...organizations: string[]) =>
      [
        `${head},Organization`,
        ...file
          .split('\n')
          .slice(1, -1)
          .map((line, at) => `${line},${organizations[at]}`),
      ].join('\n');
    const file = withPlace(
      fileOf(row('Upsilon Deli', 'O-1'), row('Phi Deli', 'O-2'), row('Chi Deli', 'O-3')),
      ...['IN', places[1]?.id ?? '', ''],
    );
    const draft = await draftOf(file);
    expect(draft.mapping.at(-1)).toBe('organization');
    expect(await change(draft, { status: 'checking' })).toMatchObject({ created: 3, faulty: 0 });
    expect(await change(draft, { status: 'running' })).toMatchObject({ status: 'done', created: 3 });
    const [first, second, third] = [
      await clientNamed('Upsilon Deli'),
      await clientNamed('Phi Deli'),
      await clientNamed('Chi Deli'),
    ];
    expect(first?.treeScope.slice(1)).toEqual([places[0]?.id, above.id]);
    expect(second?.treeScope.slice(1)).toEqual([places[1]?.id, above.id]);
    expect(third?.treeScope).toEqual([]);
    expect(await storeOf('Entity').find({ filter: { client: first?.id } })).toMatchObject([
      { name: 'Upsilon Deli', parent: places[0]?.id, subType: 'client' },
    ]);
    const audit = { path: `/api/audit_log?resourceId=${first?.id}` };
    expect(await callExpecting(api.admin.call, 200, audit)).toMatchObject({ results: [{ action: 'create' }] });
    const again = await change(
      await draftOf(withPlace(fileOf(row('Upsilon Deli', 'O-1'), row('Phi Deli', 'O-2')), 'Import North', 'IN')),
      {
        status: 'checking',
      },
    );
    expect(again).toMatchObject({
      ...{ unchanged: 1, faulty: 1 },
      problems: [
        { line: 3, column: 'Organization', message: expect.stringMatching(/^Organization can be set for new/) },
      ],
    });
    expect(await change(draft, { status: 'removing' })).toMatchObject({ status: 'removed', undone: 3, problems: [] });
    expect(await storeOf('Entity').count({ client: first?.id })).toBe(0);
  });

  it('places new clients in the tree of an agency only', async () => {
    const own = await anAgency(api);
    const below = await anEntity(api, { name: 'Own Branch', parent: own.entity.id });
    const elsewhere = await anEntity(api, { name: 'Other Branch' });
    const file = [
      'Client Name,Business owner,Business name,Street address,City,State,ZIP code,Website,Phone number,Industry,Organization',
      ...[below, elsewhere].map(({ name }) => `${row(`${name} Deli`, name).replace(/,Food,.*$/, ',Food')},${name}`),
    ].join('\n');
    const checked = await change(await draftOf(file, own.moderator), { status: 'checking' }, own.moderator);
    expect(checked).toMatchObject({
      ...{ created: 1, faulty: 1, unknownNames: [{ type: 'Entity', text: 'Other Branch' }] },
      problems: [{ line: 3, column: 'Organization', message: 'No Entity is named Other Branch' }],
    });
    const draft = await draftOf(file.replace(/\n[^\n]*$/, '\n'), own.moderator);
    expect(await change(draft, { status: 'running' }, own.moderator)).toMatchObject({ status: 'done', created: 1 });
    const client = await clientNamed('Own Branch Deli');
    expect(client?.treeScope.slice(1, 3)).toEqual([below.id, own.entity.id]);
  });

  it('can be undone: new records are deleted, changed ones restored, and later changes of others stay', async () => {
    await change(await draftOf(fileOf(row('Iota Deli', 'D-1'))), { status: 'running' });
    const draft = await draftOf(
      fileOf(row('Iota Deli', 'D-1', 'Salem'), row('Kappa Deli', 'D-2'), row('Mu Deli', 'D-3')),
    );
    await change(draft, { status: 'running' });
    const mu = await clientNamed('Mu Deli');
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/clients/${mu?.id}`,
      body: { industry: 'Retail' },
    });
    const removed = await change(draft, { status: 'removing' });
    expect(removed).toMatchObject({
      ...{ status: 'removed', undone: 2 },
      problems: [{ line: 4, message: 'Mu Deli was changed since, and stays' }],
      problemGroups: [{ lines: [4], fix: 'Check the record, and restore or delete it on its own page' }],
    });
    expect(await clientNamed('Iota Deli')).toMatchObject({ businessAddress: { city: 'Bend' } });
    expect(await clientNamed('Kappa Deli')).toBeUndefined();
    expect(await clientNamed('Mu Deli')).toBeDefined();
  });

  it('finds a client by the external id of one that was merged into it, and changes it once per file', async () => {
    await change(await draftOf(fileOf(row('Digamma Deli', 'M-1'), row('Koppa Deli', 'M-2'))), { status: 'running' });
    const [remaining, merged] = [await clientNamed('Digamma Deli'), await clientNamed('Koppa Deli')];
    await callExpecting(api.admin.call, 200, {
      ...{ method: 'POST', path: `/api/clients/${remaining?.id}/merge` },
      body: { other: merged?.id, otherRevision: merged?.revision, take: [] },
    });
    const done = await change(await draftOf(fileOf(row('Digamma Deli', 'M-2', 'Salem'))), { status: 'running' });
    expect(done).toMatchObject({ status: 'done', created: 0, updated: 1 });
    expect(await clientNamed('Digamma Deli')).toMatchObject({ externalId: 'M-1', businessAddress: { city: 'Salem' } });
    const both = await change(await draftOf(fileOf(row('Digamma Deli', 'M-1'), row('Digamma Deli', 'M-2'))), {
      status: 'checking',
    });
    expect(both.problems).toMatchObject([{ line: 3, column: 'External ID', message: 'The same record as line 2' }]);
  });

  it('is made with the rights of its user: an agency imports into its own tree and sees its own imports only', async () => {
    const file = fileOf(row('Nu Deli', '')).replace(',External ID', '').replace(/,\n$/, '\n');
    const draft = await draftOf(file, agency.user);
    expect(draft).toMatchObject({ key: 'name' });
    const done = await change(draft, { status: 'running' }, agency.user);
    expect(done).toMatchObject({ status: 'done', created: 1 });
    expect((await clientNamed('Nu Deli'))?.treeScope).toContain(agency.entity.id);
    const denied = await draftOf(fileOf(row('Xi Deli', 'E-1')), agency.user);
    const failed = await change(denied, { status: 'running' }, agency.user);
    expect(failed.problems).toMatchObject([{ line: 2, column: 'External ID', message: 'Only ADMIN can set this' }]);
    const { results } = await callExpecting<{ results: Import[] }>(agency.user.call, 200, { path: '/api/imports' });
    expect(results.map(({ id }) => id).toSorted()).toEqual([draft.id, denied.id].toSorted());
  });

  it('names a required property that has no column by its label', async () => {
    const checked = await change(await draftOf(fileOf(row('Tau Deli', '')).replaceAll(/,(Industry|Food)/g, '')), {
      status: 'checking',
    });
    expect(checked.problemGroups).toMatchObject([{ column: 'Industry', message: 'Missing required field: Industry' }]);
  });

  it('groups errors by column and cause with a suggested fix, and its faulty rows can be downloaded', async () => {
    const file = fileOf(row('Pi Deli', 'F-1'), row('Rho Deli', 'F-2', ''), row('Sigma Deli', 'F-3', ''));
    const checked = await change(await draftOf(file), { status: 'checking' });
    expect(checked.problemGroups).toEqual([
      {
        ...{ column: 'City', message: 'Missing required field: City', count: 2, lines: [3, 4], values: [] },
        fix: 'Map a column to it, or set a value for all rows',
      },
    ]);
    const { status, body } = await api.admin.call({ path: `/api/imports/${checked.id}/faulty.csv` });
    expect(status).toBe(200);
    const lines = String(body).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^4,City: Missing required field: City,Sigma Deli,/);
  });

  it('has faulty rows that can be downloaded whole, for Excel, each with all its errors', async () => {
    const long = 'O'.repeat(61);
    const file = fileOf(
      `${row('Rho Deli', 'F-4', '').replace(',OR,', `,${long},`)}`,
      `${row('Tau Deli', 'F-5')},,further`,
    );
    const checked = await change(await draftOf(file), { status: 'checking' });
    const cookie = api.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { host } = new URL(api.config.publicUrl);
    // `fetch` would drop the byte order mark.
    const { body } = await api.app.inject({ url: `/api/imports/${checked.id}/faulty.csv`, headers: { cookie, host } });
    const [first, second, third] = body.trimEnd().split('\n');
    expect(first).toBe(`\ufeffLine,Error,${head}`);
    expect(second).toMatch(/^2,"?State: At most 60 characters; City: Missing required field: City"?,Rho Deli,.*,F-4$/);
    expect(third).toMatch(/^3,"?Column 13 has a value, but no name in the header"?,Tau Deli,.*,F-5,,further$/);
  });

  it('takes a value for all rows where a column is missing', async () => {
    const file = fileOf(row('Tau Deli', 'G-1')).replace(',Industry', '').replace(',Food', '');
    const draft = await draftOf(file);
    const done = await change(draft, { status: 'running', constants: [{ field: 'industry', value: 'Bakery' }] });
    expect(done).toMatchObject({ status: 'done', created: 1 });
    expect(await clientNamed('Tau Deli')).toMatchObject({ industry: 'Bakery' });
  });

  it('that is started again with the same bytes asks first, and can replace the earlier batch', async () => {
    const file = fileOf(row('Ypsilon Deli', 'H-1'), row('Phi Deli', 'H-2'));
    const first = await change(await draftOf(file), { status: 'running' });
    const draft = await draftOf(fileOf(row('Ypsilon Deli', 'H-1', 'Salem')));
    await updateImport(api.admin, draft, { batch: first.batch });
    expect(await change(draft, { status: 'checking' })).toMatchObject({ previous: [{ same: 'batch', others: 1 }] });
    const done = await change(draft, { status: 'running', repeat: 'replace' });
    expect(done).toMatchObject({ status: 'done', updated: 1, previous: [{ import: first.id, same: 'batch' }] });
    expect(await api.admin.read('Import', first.id)).toMatchObject({ status: 'removed' });
    expect(await clientNamed('Phi Deli')).toBeUndefined();
    expect(await clientNamed('Ypsilon Deli')).toMatchObject({ businessAddress: { city: 'Salem' } });
    await change(done, { status: 'removing' });
    expect(await clientNamed('Ypsilon Deli')).toBeUndefined();
  });
});

it('an import of the same keys as an earlier one is recognized by the check, which asks', async () => {
  const first = await change(await draftOf(fileOf(row('Chi Deli', 'I-1'), row('Psi Deli', 'I-2'))), {
    status: 'running',
  });
  const draft = await draftOf(fileOf(row('Psi Deli', 'I-2', 'Salem'), row('Chi Deli', 'I-1')));
  const checked = await change(draft, { status: 'checking' });
  const previous = [{ import: first.id, same: 'keys', batch: first.batch, by: 'Administrator' }];
  expect(checked).toMatchObject({ status: 'checked', updated: 1, unchanged: 1, previous });
  const running = { method: 'PATCH', path: `/api/imports/${draft.id}`, body: { status: 'running' } } as const;
  const denied = { status: 400, body: { reason: expect.stringMatching(/The same records were imported as /) } };
  expect(await api.admin.call(running)).toMatchObject(denied);
  expect(await change(draft, { status: 'running', repeat: 'add' })).toMatchObject({ status: 'done', updated: 1 });
  const more = await draftOf(fileOf(row('Chi Deli', 'I-1'), row('Omega Deli', 'I-3')));
  expect(await change(more, { status: 'checking' })).toMatchObject({ previous: [] });
  const part = await draftOf(fileOf(row('Chi Deli', 'I-1')));
  expect(await change(part, { status: 'checking' })).toMatchObject({ unchanged: 1, previous: [] });
});

it('an import that replaces an earlier one deletes only records that no row names, be the row unchanged, faulty or skipped', async () => {
  const rows = ['L-0', 'L-1', 'L-2', 'L-3', 'L-4'].map((key) => row(`Lot ${key}`, key));
  const longer = `${row('Lot L-0', 'L-0')},more`;
  const first = await change(await draftOf(fileOf(...rows)), { status: 'running' });
  const again = async (file: string, choices: Partial<Import>) => {
    const draft = await draftOf(file);
    await updateImport(api.admin, draft, { batch: first.batch, ...choices });
    expect(await change(draft, { status: 'checking' })).toMatchObject({ previous: [{ others: 1 }] });
    return await change(draft, { status: 'running', repeat: 'replace' });
  };
  const stored = async () => {
    const clients = await storeOf('Client').find({ filter: { name: { $regex: '^Lot' } }, sort: ['name'] });
    return clients.map(({ name, businessAddress }) => `${name} ${businessAddress.city}`);
  };
  const faulty = row('Lot L-3', 'L-3', '');
  await again(fileOf(longer, row('Lot L-1', 'L-1', 'Salem'), row('Lot L-2', 'L-2'), faulty), { onlyValid: true });
  expect(await stored()).toEqual(['Lot L-0 Bend', 'Lot L-1 Salem', 'Lot L-2 Bend', 'Lot L-3 Bend']);
  // The replacing import has taken over the changes of the earlier one.
  const same = await change(await draftOf(fileOf(...rows.slice(0, 4))), { status: 'checking' });
  expect(same).toMatchObject({ previous: [{ same: 'keys', others: 0 }] });
  await again(fileOf(...rows.slice(0, 3)), { mode: 'create' });
  expect(await stored()).toEqual(['Lot L-0 Bend', 'Lot L-1 Salem', 'Lot L-2 Bend']);
});

describe('an import of channels, which have objects within objects', () => {
  it('changes the given property only, and names it', async () => {
    const channel = await aChannel(api, { entity: agency.entity });
    const person = (value: string) => ({ type: 'static', value });
    const config = {
      ...{ subject: 'Welcome', content: 'Hello', format: 'markdown' },
      ...{ to: [person('a@example.com')], cc: [person('c@example.com')], bcc: [] },
    };
    const path = `/api/channels/${channel.id}`;
    const body = { onboardingEmail: { enabled: true, config } };
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body });
    const before = await api.admin.read('Channel', channel.id);

    const exported = String((await api.admin.call({ path: '/api/channels.csv' })).body);
    const unchanged = await change(await draftOf(exported, api.admin, '/api/channels/import'), { status: 'checking' });
    expect(unchanged).toMatchObject({ problems: [], updated: 0, faulty: 0 });

    const file = `id,onboardingEmail.config.subject\n${channel.id},Good morning\n`;
    const draft = await draftOf(file, api.admin, '/api/channels/import');
    const checked = await change(draft, { status: 'checking' });
    const fields = [{ field: expect.stringMatching(/Subject$/), from: 'Welcome', to: 'Good morning' }];
    expect(checked).toMatchObject({ updated: 1, changes: [{ fields }] });
    await change(draft, { status: 'running' });
    expect((await api.admin.read('Channel', channel.id)).onboardingEmail).toEqual({
      ...before.onboardingEmail,
      config: { ...before.onboardingEmail?.config, subject: 'Good morning' },
    });
  });
});

describe('an import of another user', () => {
  it('is readable for an ADMIN only, also its file and faulty rows', async () => {
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    const draft = await draftOf(fileOf(row('Mine Deli', 'MINE-1')));
    for (const person of [developer, agency.moderator, agency.user])
      for (const path of [
        `/api/imports/${draft.id}`,
        `/api/imports/${draft.id}/faulty.csv`,
        `/api/files/${draft.file}`,
      ])
        expect(await person.call({ path }), path).toMatchObject({ status: 404 });
    const own = await draftOf('slug,name\nown-form,Own form\n', developer, '/api/forms/import');
    expect(await developer.read('Import', own.id)).toMatchObject({ resource: 'Form' });
  });

  it('cannot be changed or started, because it runs in the name of that user; it can be canceled and removed', async () => {
    const other = await api.signedInAs(await aUser(api, { roles: ['ADMIN'] }));
    const draft = await draftOf(fileOf(row('Yours Deli', 'YOURS-1')));
    const denied = {
      status: 400,
      body: { reason: 'Only the user who uploaded the file can change or start its import' },
    };
    for (const body of [{ status: 'running' }, { status: 'checking' }, { batch: 'Other' }, { mode: 'update' }] as const)
      expect(await other.call({ method: 'PATCH', path: `/api/imports/${draft.id}`, body })).toMatchObject(denied);
    expect(await clientNamed('Yours Deli')).toBeUndefined();
    const canceled = await draftOf(fileOf(row('Other Deli', 'YOURS-2')));
    // A PUT, as react-admin sends it, repeats all that stays.
    const { mapping, mode, key, batch } = canceled;
    const put = {
      method: 'PUT',
      path: `/api/imports/${canceled.id}`,
      body: { mapping, mode, key, batch, status: 'canceled' },
    } as const;
    expect(await other.call(put)).toMatchObject({ status: 200 });
    await change(draft, { status: 'running' });
    const client = await clientNamed('Yours Deli');
    expect(await change(draft, { status: 'removing' }, other)).toMatchObject({ status: 'removed', problems: [] });
    expect(client).toBeDefined();
    expect(await clientNamed('Yours Deli')).toBeUndefined();
    const path = `/api/audit_log?resourceId=${client?.id}&action=delete`;
    const actors = async () =>
      (await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path })).results.map(({ actor }) => actor);
    await expect.poll(actors, { timeout: 10_000 }).toEqual([other.user.id]);
  });
});

it('a row with a unique value that another row or record has is reported with its line, and the others are imported', async () => {
  const path = '/api/products/import';
  const columns = 'Name,Key\n';
  const file = `${columns}One,same_key\nTwo,same_key\nThree,other_key\n`;
  const checked = await change(await draftOf(file, api.admin, path), { status: 'checking', key: null });
  expect(checked).toMatchObject({ created: 2, faulty: 1 });
  expect(checked.problems).toMatchObject([{ line: 3, column: 'Key', message: 'Is already taken' }]);
  const done = await change(await draftOf(file, api.admin, path), { status: 'running', key: null, onlyValid: true });
  expect(done).toMatchObject({ status: 'done', created: 2, faulty: 1 });
  const again = await draftOf(`${columns}Four,other_key\n`, api.admin, path);
  expect(await change(again, { status: 'running', key: null })).toMatchObject({ status: 'failed', faulty: 1 });
});

describe('a reference in an imported file', () => {
  it('is found by name, short name or id; an unknown name is mapped once and remembered', async () => {
    const path = '/api/entities/import';
    const parent = await anEntity(api, { name: 'Harbor Media', shortName: 'HBR' });
    const file = 'Name,Parent\nOne,Harbor Media\nTwo,HBR\nThree,Nowhere Agency\nFour,Nowhere Agency\n';
    const draft = await draftOf(file, api.admin, path);
    const checked = await change(draft, { status: 'checking', key: null });
    expect(checked).toMatchObject({
      ...{ created: 2, faulty: 2 },
      unknownNames: [{ type: 'Entity', text: 'Nowhere Agency', count: 2, line: 4 }],
    });
    const names = [{ type: 'Entity', text: 'Nowhere Agency', record: parent.id }];
    expect(await change(draft, { names, status: 'running' })).toMatchObject({ status: 'done', created: 4 });
    expect(
      (await storeOf('Entity').find({ filter: { parent: parent.id } })).map(({ name }) => name).toSorted(),
    ).toEqual(['Four', 'One', 'Three', 'Two']);
    const later = await draftOf('Name,Parent\nFive,Nowhere Agency\n', api.admin, path);
    expect(later.names).toEqual(names);
    expect(await change(later, { status: 'checking', key: null })).toMatchObject({ created: 1, faulty: 0 });
  });

  it('is found in other upper and lower case if exactly one record matches so', async () => {
    const [parent, exact] = await Promise.all(['QA Lone', 'qa pair', 'QA Pair'].map((name) => anEntity(api, { name })));
    const file = 'Name,Parent\nSeven,qa lone\nEight,qa pair\nNine,Qa PAIR\nTen,qa lones\n';
    const draft = await draftOf(file, api.admin, '/api/entities/import');
    const checked = await change(draft, { status: 'checking', key: null });
    expect(checked.problems).toMatchObject([
      { line: 4, value: 'Qa PAIR', message: expect.stringMatching(/^2 Entities are named Qa PAIR/) },
      { line: 5, value: 'qa lones', message: 'No Entity is named qa lones' },
    ]);
    expect(checked).toMatchObject({ created: 2, unknownNames: [{ text: 'qa lones' }] });
    await change(draft, { status: 'running', onlyValid: true });
    const made = await storeOf('Entity').find({ filter: { name: { $in: ['Seven', 'Eight'] } }, sort: ['name'] });
    expect(made.map((each) => each.parent)).toEqual([exact?.id, parent?.id]);
  });

  it('to a name that several records have is an error that says so', async () => {
    await anEntity(api, { name: 'Twin' });
    await anEntity(api, { name: 'Twin' });
    const draft = await draftOf('Name,Parent\nSix,Twin\n', api.admin, '/api/entities/import');
    const checked = await change(draft, { status: 'checking', key: null });
    expect(checked.problems).toMatchObject([
      { line: 2, value: 'Twin', message: expect.stringMatching(/^2 Entities are named Twin/) },
    ]);
  });
});
