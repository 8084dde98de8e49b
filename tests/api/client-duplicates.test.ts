import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { importLimits } from '#api/features/clients/duplicates.ts';
import type { DuplicateGroups, PossibleDuplicate } from '#schemas/clients/duplicates.ts';
import type { Client, Import } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aClient, aDraft, anAgency, aUser } from './factories.ts';
import { createImportDraft, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

type TypedClient = { name?: string; phoneNumber?: string; website?: string; email?: string; client?: string };

let api: Api;
let uploads: Uploads;
let ours: Agency;
let theirs: Agency;
beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const duplicates = (typed: TypedClient, { call }: SignedInUser = ours.user) =>
  callExpecting<PossibleDuplicate[]>(call, 200, {
    path: `/api/clients/duplicates?${new URLSearchParams(Object.entries(typed))}`,
  });

describe('likely duplicates of a client that is typed', () => {
  const heller = {
    name: 'Heller Dental',
    phoneNumber: '(503) 555-0142',
    website: 'https://www.heller-dental.com/en?x=1',
    email: 'Office@Heller-Dental.com',
  };
  let id: string;
  beforeAll(async () => {
    ({ id } = await aClient(api, { ...heller, below: ours.entity }));
    await aClient(api, { ...heller, below: theirs.entity });
    await aDraft(ours, { client: id });
  });

  it.each([
    ['name', { name: 'Heler Dental' }],
    ['name', { name: 'The Heller Dental Co' }],
    ['phone', { phoneNumber: '+1 503.555.0142' }],
    ['website', { website: 'heller-dental.com' }],
    ['website', { website: 'HTTP://HELLER-DENTAL.COM:8080/contact' }],
    ['email', { email: ' office@heller-dental.com ' }],
  ])('are found by %s, as in %j, only among readable clients, with their orders', async (reason, typed) => {
    const { street, city } = ours.client.businessAddress;
    const found = { id, name: heller.name, businessAddress: { street, city }, orders: 1, reasons: [reason] };
    expect(await duplicates(typed)).toEqual([found]);
    expect(await duplicates(typed, theirs.user)).not.toEqual([found]);
  });

  it('have all reasons, the client with most reasons first, at most five', async () => {
    for (let count = 0; count < 6; count += 1)
      await aClient(api, { name: `Heller Dental ${count}`, below: ours.entity });
    const found = await duplicates(heller);
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ id, reasons: ['phone', 'website', 'email', 'name'] });
    expect(found[1]?.reasons).toEqual(['name']);
  });

  it.each<TypedClient>([
    {},
    { name: 'He' },
    { name: 'Heller Optics' },
    { phoneNumber: '555' },
    { website: 'heller' },
    { website: 'other-heller-dental.com' },
    { email: 'office@heller' },
  ])('are none for %j', async (typed) => {
    expect(await duplicates(typed)).toEqual([]);
  });

  it('are none for a page on a site of many businesses', async () => {
    await aClient(api, { name: 'On a network', website: 'https://facebook.com/network', below: ours.entity });
    expect(await duplicates({ website: 'https://www.facebook.com/another' })).toEqual([]);
  });

  it.each([
    'heller-dental.com',
    'www.Heller-Dental.com',
    'https://heller-dental.com/en',
    'heller-dental.co',
    'heller dental',
  ])('a search for the website %s finds the client', async (search) => {
    const path = `/api/clients?search=${encodeURIComponent(search)}`;
    const { results } = await callExpecting<{ results: { id: string }[] }>(ours.user.call, 200, { path });
    expect(results.map((client) => client.id)).toContain(id);
  });
});

const groups = ({ call }: SignedInUser, query = '') =>
  callExpecting<DuplicateGroups>(call, 200, { path: `/api/clients/duplicates/groups${query}` });
const namesIn = ({ results }: DuplicateGroups) => results.map(({ clients }) => clients.map(({ name }) => name));

/** A client that shares nothing with another one, unless `fields` say so. */
const aDistinctClient = ({ entity }: Agency, name: string, fields: Partial<Client> = {}) => {
  distinct.last += 1;
  const phoneNumber = `971 555 ${1_000 + distinct.last}`;
  const website = `https://distinct-${distinct.last}.example`;
  return aClient(api, { name, businessName: name, phoneNumber, website, ...fields, below: entity });
};
const distinct = { last: 0 };

describe('groups of clients that may be the same business', () => {
  let agency: Agency;
  let other: Agency;
  const expected = [
    ['Quartz Plumbing', 'Quarts Plumbing'],
    ['Vine & Barrel', 'Wine Cellar Nine'],
    ['Ivory Keys Pianos', 'Zebra Music'],
  ];
  beforeAll(async () => {
    [agency, other] = [await anAgency(api), await anAgency(api)];
    const quartz = await aDistinctClient(agency, 'Quartz Plumbing', { email: 'Desk@quartz.example' });
    await aDraft({ ...agency, client: quartz });
    const { phoneNumber } = await aDistinctClient(agency, 'Quarts Plumbing', { email: 'desk@QUARTZ.example' });
    await aDistinctClient(agency, 'Vine & Barrel', { phoneNumber: '(971) 444-0001' });
    await aDistinctClient(agency, 'Wine Cellar Nine', { phoneNumber: '+1 971.444.0001' });
    await aDistinctClient(agency, 'Zebra Music', { website: 'http://www.ivory.example/shop' });
    await aDistinctClient(agency, 'Ivory Keys Pianos', { website: 'ivory.example' });
    for (const name of ['Lonely Gardens', 'Solitary Roofing'])
      await aDistinctClient(agency, name, { website: 'facebook.com/us' });
    // Another agency's client with the same values.
    await aDistinctClient(other, 'Quartz Plumbing', { phoneNumber, email: 'desk@quartz.example' });
  });

  it('have the reasons and orders of each client: most reasons first, and in a group the client with most orders', async () => {
    const found = await groups(agency.user);
    expect(namesIn(found).toSorted()).toEqual(expected.toSorted());
    expect(found).toMatchObject({ pagination: { page: 1, limit: 20, total: 3 }, isPartial: false });
    expect(found.results[0]?.clients).toMatchObject([
      { name: 'Quartz Plumbing', orders: 1, reasons: ['email', 'name'] },
      { name: 'Quarts Plumbing', orders: 0, reasons: ['email', 'name'] },
    ]);
    const reasons = found.results.slice(1).map(({ clients }) => clients.map((each) => each.reasons));
    expect(reasons.toSorted()).toEqual([
      [['phone'], ['phone']],
      [['website'], ['website']],
    ]);
  });

  it('contain only clients that the caller may read', async () => {
    expect(namesIn(await groups(other.user))).toEqual([]);
    const all = await groups(api.admin, '?limit=100');
    expect(namesIn(all)).toContainEqual(['Quartz Plumbing', 'Quarts Plumbing', 'Quartz Plumbing']);
  });

  it('come page by page', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => groups(agency.user, `?page=${page}&limit=1`)));
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([3, 3, 3, 3]);
    expect(pages.flatMap(namesIn)).toEqual(namesIn(await groups(agency.user)));
  });

  it('leave out a value that more than ten clients share', async () => {
    const place = await anAgency(api);
    const letters = [...'ABCDEFGHIJK'];
    for (const letter of letters.slice(1))
      await aDistinctClient(place, `${letter}${letter}${letter}`, { phoneNumber: '971 333 0001' });
    expect((await groups(place.user)).results.map(({ clients }) => clients.length)).toEqual([10]);
    await aDistinctClient(place, 'AAA', { phoneNumber: '971 333 0001' });
    expect((await groups(place.user)).results).toEqual([]);
  });
});

describe('groups of clients that are no duplicates', () => {
  type Pairs = string[][];
  const dismissBy = ({ call }: SignedInUser, pairs: Pairs, dismissed = true) =>
    call({ method: 'PUT', path: '/api/clients/duplicates/dismissals', body: { pairs, dismissed } });
  const dismiss = async (pairs: Pairs, dismissed = true) => {
    const answer = await dismissBy(api.admin, pairs, dismissed);
    expect(answer).toMatchObject({ status: 200 });
    return Object(answer.body).pairs;
  };
  const dismissedGroups = ({ user }: Agency) => groups(user, '?dismissed=true');
  const clientsWith = async (agency: Agency, names: string[], fields: Partial<Client>) => {
    const clients: Client[] = [];
    for (const name of names) clients.push(await aDistinctClient(agency, name, fields));
    return clients;
  };
  const ids = (clients: Client[], ...positions: [number, number][]): Pairs =>
    positions.map((pair) => pair.map((at) => clients[at]?.id ?? ''));
  const patch = (client: Client | undefined, body: object) =>
    callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/clients/${client?.id}`, body });

  it('are left out, listed on request, and come back when that is taken back; a rename changes nothing', async () => {
    const agency = await anAgency(api);
    const phoneNumber = '971 222 0001';
    const clients = await clientsWith(agency, ['Amber Optics', 'Birch Bakery'], { phoneNumber });
    const pair = ids(clients, [0, 1]);
    expect(namesIn(await dismissedGroups(agency))).toEqual([]);
    expect(await dismiss(pair)).toEqual(pair);
    expect(await dismiss(pair)).toEqual([]);
    await patch(clients[0], { name: 'Amber Eyes' });
    expect(await groups(agency.user)).toMatchObject({ pagination: { total: 0 }, results: [] });
    expect(await dismissedGroups(agency)).toMatchObject({
      pagination: { total: 1 },
      results: [{ clients: [{ name: 'Amber Eyes', reasons: ['phone'] }, { name: 'Birch Bakery' }] }],
    });
    const [first, second] = pair[0] ?? [];
    expect(await dismiss([[second ?? '', first ?? '']], false)).toHaveLength(1);
    expect(namesIn(await groups(agency.user))).toEqual([['Amber Eyes', 'Birch Bakery']]);
    expect(namesIn(await dismissedGroups(agency))).toEqual([]);
  });

  it('lose only the dismissed pairs: the others of a group stay, with the reasons that they share', async () => {
    const agency = await anAgency(api);
    const email = 'desk@trio.example';
    const clients = await clientsWith(agency, ['Cedar Chairs', 'Dune Diner', 'Elm Electric'], { email });
    await dismiss(ids(clients, [0, 1], [0, 2]));
    expect(namesIn(await groups(agency.user))).toEqual([['Dune Diner', 'Elm Electric']]);
    await dismiss(ids(clients, [1, 2]));
    expect(namesIn(await groups(agency.user))).toEqual([]);
    expect(namesIn(await dismissedGroups(agency))).toEqual([['Cedar Chairs', 'Dune Diner', 'Elm Electric']]);
  });

  it('are followed by a merge and its undo, and forgotten with a deleted client', async () => {
    const agency = await anAgency(api);
    const website = 'grove.example';
    const clients = await clientsWith(agency, ['Fern Florist', 'Grove Garage', 'Hazel Hotel'], { website });
    await dismiss(ids(clients, [0, 1]));
    const [, grove, hazel] = clients;
    const merges = `/api/clients/${hazel?.id}/merge`;
    const current = grove && (await api.admin.read('Client', grove.id));
    const body = { other: grove?.id, otherRevision: current?.revision, take: [] };
    const merge = await callExpecting<{ id: string }>(api.admin.call, 200, { method: 'POST', path: merges, body });
    // The remaining client stands for the dismissed one.
    expect(namesIn(await groups(agency.user))).toEqual([]);
    expect(namesIn(await dismissedGroups(agency))).toEqual([['Fern Florist', 'Hazel Hotel']]);
    await callExpecting(api.admin.call, 200, { method: 'POST', path: `${merges}s/${merge.id}/undo` });
    expect(namesIn(await groups(agency.user))).toEqual([['Fern Florist', 'Grove Garage', 'Hazel Hotel']]);
    expect(namesIn(await dismissedGroups(agency))).toEqual([['Fern Florist', 'Grove Garage']]);
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/clients/${grove?.id}` });
    expect(namesIn(await dismissedGroups(agency))).toEqual([]);
    expect(namesIn(await groups(agency.user))).toEqual([['Fern Florist', 'Hazel Hotel']]);
  });

  it('can be clients that were stored before there were decisions', async () => {
    const agency = await anAgency(api);
    const phoneNumber = '971 222 0003';
    const clients = await clientsWith(agency, ['Kelp Kitchen', 'Lime Laundry'], { phoneNumber });
    for (const { id } of clients)
      await storeOf('Client').updateDerived({ _id: id }, { $unset: { distinctFrom: 1, aliases: 1 } });
    const names = [['Kelp Kitchen', 'Lime Laundry']];
    expect(namesIn(await groups(agency.user))).toEqual(names);
    expect(await duplicates({ phoneNumber, client: clients[0]?.id ?? '' }, agency.user)).toHaveLength(1);
    await dismiss(ids(clients, [0, 1]));
    expect(namesIn(await dismissedGroups(agency))).toEqual(names);
    expect(namesIn(await groups(agency.user))).toEqual([]);
  });

  it('are not offered for a merge either, but still found while a new client is typed', async () => {
    const agency = await anAgency(api);
    const phoneNumber = '971 222 0002';
    const clients = await clientsWith(agency, ['Iris Inn', 'Jade Jewelers'], { phoneNumber });
    const found = async (client: object) =>
      (await duplicates({ phoneNumber, ...client }, agency.user)).map(({ name }) => name);
    const own = { client: clients[0]?.id ?? '' };
    expect(await found(own)).toEqual(['Jade Jewelers']);
    await dismiss(ids(clients, [0, 1]));
    expect(await found(own)).toEqual([]);
    expect((await found({})).toSorted()).toEqual(['Iris Inn', 'Jade Jewelers']);
  });

  it('are decided only by those who may merge both, with an audit entry, and are in no response', async () => {
    const agency = await anAgency(api);
    const clients = await clientsWith(agency, ['Kelp Kitchen', 'Lime Laundry'], { email: 'desk@kelp.example' });
    const pair = ids(clients, [0, 1]);
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    for (const person of [agency.user, agency.moderator, developer])
      expect(await dismissBy(person, pair)).toMatchObject({ status: 403 });
    expect(await dismissBy(api.admin, [[pair[0]?.[0] ?? '', 'a'.repeat(24)]])).toMatchObject({ status: 404 });
    const [one = ''] = pair[0] ?? [];
    expect(await dismiss([[one, one]])).toEqual([]);
    for (const wrong of [[], [[one]], Array.from({ length: 191 }, () => pair[0] ?? [])])
      expect(await dismissBy(api.admin, wrong)).toMatchObject({ status: 400 });
    await dismiss(pair);
    const client = await agency.user.read('Client', one);
    expect(client).toMatchObject({ revision: clients[0]?.revision });
    expect(client).not.toHaveProperty('distinctFrom');
    const path = `/api/audit_log?resourceId=${one}&sort=-createdAt&limit=1`;
    expect(await callExpecting(api.admin.call, 200, { path })).toMatchObject({
      results: [{ action: 'update', changes: [{ field: 'distinctFrom' }] }],
    });
  });
});

describe('an import of clients', () => {
  const head =
    'Client Name,Business owner,Business name,Street address,City,State,ZIP code,Website,Phone number,Industry,E-mail';
  const row = (name: string, { website = '', phoneNumber = '', email = '' }: Partial<Client> = {}) => {
    distinct.last += 1;
    const site = website || `import-${distinct.last}.example`;
    const phone = phoneNumber || `541 222 ${1_000 + distinct.last}`;
    return `${name},Ann Owner,${name},1 Main Street,Bend,OR,97701,${site},${phone},Food,${email}`;
  };
  const names = { last: 0 };
  const draftOf = async (person: SignedInUser, rows: string[]): Promise<Import> => {
    names.last += 1;
    const name = `duplicates-${names.last}.csv`;
    const bytes = `${[head, ...rows].join('\n')}\n`;
    return await createImportDraft(uploads, { person, path: '/api/clients/import', bytes, name });
  };
  const change = async (person: SignedInUser, draft: Import, changes: Partial<Import>): Promise<Import> => {
    await updateImport(person, draft, changes);
    await waitForImports();
    return await person.read('Import', draft.id);
  };

  let agency: Agency;
  let other: Agency;
  let tiger: Client;
  beforeAll(async () => {
    [agency, other] = [await anAgency(api), await anAgency(api)];
    const fields = { phoneNumber: '541 111 0001', website: 'tiger.example', email: 'Info@Tiger.example' };
    tiger = await aDistinctClient(agency, 'Tiger Cleaning', fields);
    await aDistinctClient(other, 'Secret Bakery', { phoneNumber: '541 111 0002', email: 'secret@bakery.example' });
  });

  const rows = () => [
    row('Stripes', { phoneNumber: '(541) 111-0001', website: 'https://www.tiger.example/about' }),
    row('Cats and Dogs', { email: 'info@tiger.EXAMPLE' }),
    row('The Tigr Cleaning Inc.'),
    row('Fresh Flowers', { phoneNumber: '541 111 0009' }),
    row('Blooming Florist', { phoneNumber: '541-111-0009' }),
    row('Secret Bakery', { phoneNumber: '541 111 0002', email: 'secret@bakery.example' }),
  ];

  it('lists rows that are likely the same as a readable client or an earlier row, by reason, and creates them all the same', async () => {
    const draft = await draftOf(agency.user, rows());
    const checked = await change(agency.user, draft, { status: 'checking', key: null });
    expect(checked).toMatchObject({ status: 'checked', created: 6, skipped: 0, faulty: 0, duplicateCount: 4 });
    const stored = { otherName: 'Tiger Cleaning', otherRecord: tiger.id, otherLine: null };
    expect(checked.duplicateGroups).toEqual([
      { reason: 'Same phone number and website', count: 1, rows: [{ line: 2, name: 'Stripes', ...stored }] },
      { reason: 'Same e-mail', count: 1, rows: [{ line: 3, name: 'Cats and Dogs', ...stored }] },
      { reason: 'Similar name', count: 1, rows: [{ line: 4, name: 'The Tigr Cleaning Inc.', ...stored }] },
      {
        ...{ reason: 'Same phone number', count: 1 },
        rows: [{ line: 6, name: 'Blooming Florist', otherName: 'Fresh Flowers', otherRecord: null, otherLine: 5 }],
      },
    ]);
    const done = await change(agency.user, draft, { status: 'running' });
    expect(done).toMatchObject({ status: 'done', created: 6, duplicateCount: 4 });
  });

  it('can skip these rows, in the check and in the run', async () => {
    const place = await anAgency(api);
    await aDistinctClient(place, 'Tiger Cleaning', { phoneNumber: '541 111 0001', email: 'info@tiger.example' });
    const draft = await draftOf(place.user, rows());
    const choices = { likelyDuplicates: 'skip', key: null } as const;
    const checked = await change(place.user, draft, { ...choices, status: 'checking' });
    expect(checked).toMatchObject({ created: 2, skipped: 4, duplicateCount: 4 });
    const done = await change(place.user, draft, { status: 'running' });
    expect(done).toMatchObject({ status: 'done', created: 2, skipped: 4 });
    const { results } = await callExpecting<{ results: Client[] }>(place.user.call, 200, { path: '/api/clients' });
    const names = results.map(({ name }) => name).filter((name) => name !== place.client.name);
    expect(names).toEqual(['Fresh Flowers', 'Secret Bakery', 'Tiger Cleaning']);
  });

  it('says if there are more clients than names are compared with; the other values are compared with all', async () => {
    const place = await anAgency(api);
    await aDistinctClient(place, 'Maple Mattresses', { phoneNumber: '541 111 0055' });
    const imported = [row('Maple Matresses'), row('Sleepy Store', { phoneNumber: '541 111 0055' })];
    const checkedWith = async (names: number) => {
      const { names: usual } = importLimits;
      importLimits.names = names;
      const draft = await draftOf(place.user, imported);
      const checked = await change(place.user, draft, { status: 'checking', key: null });
      importLimits.names = usual;
      return checked;
    };
    // The agency's first client and the one above.
    expect(await checkedWith(2)).toMatchObject({ isNameSearchPartial: false, duplicateCount: 2 });
    expect(await checkedWith(1)).toMatchObject({
      ...{ isNameSearchPartial: true, duplicateCount: 1 },
      duplicateGroups: [{ reason: 'Same phone number' }],
    });
  });

  it('is checked again after the choice has changed', async () => {
    const draft = await draftOf(other.user, [row('Secret Bakery')]);
    const checked = await change(other.user, draft, { status: 'checking', key: null });
    expect(checked).toMatchObject({ created: 1, duplicateCount: 1 });
    const again = await change(other.user, draft, { likelyDuplicates: 'skip', status: 'checking' });
    expect(again).toMatchObject({ status: 'checked', created: 0, skipped: 1 });
  });

  it('does not take a row with an error for a client', async () => {
    const place = await anAgency(api);
    const faulty = row('Marble Stones', { phoneNumber: '541 111 0077' }).replace(',Food,', ',,');
    const draft = await draftOf(place.user, [faulty, row('Granite Works', { phoneNumber: '541 111 0077' })]);
    const choices = { likelyDuplicates: 'skip', onlyValid: true, key: null } as const;
    const done = await change(place.user, draft, { ...choices, status: 'running' });
    expect(done).toMatchObject({ status: 'done', created: 1, skipped: 0, faulty: 1, duplicateCount: 0 });
  });
});
