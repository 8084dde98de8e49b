import { describe, expect, it } from 'vitest';
import { expectedQueryError, openClientLists } from './client-lists.ts';
import { aClient, aDraft, anAgency, anEntity } from './factories.ts';

const known = openClientLists();
const { list, namesOf, rejectedAt } = known;

describe('a list filter', () => {
  it('accepts one value or several', async () => {
    expect(await namesOf('industry=Books')).toEqual(['Birch Books']);
    expect((await list('industry=Books,Other')).pagination.total).toBe(5);
  });

  it('accepts a list of ids', async () => {
    const [first, second] = (await list('')).results;
    expect((await list(`id=${first?.id},${second?.id}`)).results).toHaveLength(2);
  });

  it('on a reference accepts its name with and without Id', async () => {
    const draft = await aDraft(known.agency);
    for (const key of ['client', 'clientId']) {
      expect((await list(`${key}=${known.agency.client.id}`, '/api/orders')).results).toMatchObject([{ id: draft.id }]);
    }
    for (const key of ['channel', 'channelId']) {
      expect((await list(`${key}=${known.agency.channel.id}`, '/api/orders')).results).toMatchObject([
        { id: draft.id },
      ]);
    }
  });

  it('ignores upper and lower case of a status', async () => {
    const draft = await aDraft(known.agency);
    for (const status of ['DRAFT', 'draft', 'Draft,pending']) {
      const { results } = await list(`status=${status}`, '/api/orders');
      expect(results).toContainEqual(expect.objectContaining({ id: draft.id }));
    }
  });

  it.each([
    ['bIRCH books', ['Birch Books']],
    ['birch', ['Birch Books', 'birch Bikes']],
    ['BIRCH  b', ['Birch Books', 'birch Bikes']],
    ['cin', ['Cedar Cinema']],
    ['bäd', ['Ärzte Bäder']],
    ['ÄRZTE', ['Ärzte Bäder']],
    ["o'neil (sons) & co.", ["O'Neil (Sons) & Co."]],
    ['(sons', ["O'Neil (Sons) & Co."]],
    ['irch', []],
    ['books birch', []],
    ['.*', []],
  ])('on free text, %j, matches the beginnings of words in any case', async (text, names) => {
    expect((await namesOf(`name=${encodeURIComponent(text)}`)).toSorted()).toEqual(names.toSorted());
    const filter = encodeURIComponent(JSON.stringify({ name: [text] }));
    const { body } = await known.api.admin.call({ path: `/api/clients?filter=${filter}&sort=["name","ASC"]` });
    expect(body).toHaveLength(names.length);
    const csv = await known.api.admin.call({ path: `/api/clients.csv?filter=${filter}&columns=name` });
    expect(String(csv.body).trim().split('\n')).toHaveLength(1 + names.length);
  });

  it('on one text field does not search other fields', async () => {
    const owned = await aClient(known.api, { name: 'Plain Name', businessOwner: 'Cedar Smith' });
    expect(await namesOf('search=cedar')).toEqual(['Cedar Cinema', 'Plain Name']);
    expect(await namesOf('name=cedar')).toEqual(['Cedar Cinema']);
    await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${owned.id}` });
  });

  it('on a code or the name of a group matches the whole value in any case', async () => {
    const numbered = [
      await aClient(known.api, { externalId: 'N-1' }),
      await aClient(known.api, { externalId: 'N-17' }),
    ];
    expect((await list('externalId=n-1')).results.map(({ id }) => id)).toEqual([numbered[0]?.id]);
    expect(await namesOf('industry=books')).toEqual(['Birch Books']);
    expect(await namesOf('industry=boo')).toEqual([]);
    for (const { id } of numbered) await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${id}` });
  });

  it('limits the length of its values', async () => {
    const error = { path: '/name', message: 'Must be text of at most 500 characters' };
    expect(await rejectedAt(`name=${'x'.repeat(501)}`)).toMatchObject({ details: { fields: [error] } });
  });

  it('a list filter on an unknown field is rejected, and the error lists the known ones', async () => {
    const known = expect.stringMatching(/^No such filter; known: name, externalId, businessOwner, .*, any$/);
    expect(await rejectedAt('phone=503-555-0100')).toMatchObject({
      details: { fields: [{ path: '/phone', message: known }] },
    });
  });

  it('a list filter without a value is ignored', async () => {
    const every = 'industry=&name=&sort=&search=&populate=&columns=&after=&page=&limit=&range=&filter=';
    expect((await list(every)).pagination).toEqual({ page: 1, limit: 20, total: 6 });
    const { body } = await known.api.admin.call({
      path: '/api/clients?range=[0,9]&filter={"name":"","industry":["",""],"q":""}',
    });
    expect(body).toHaveLength(6);
    expect((await known.api.admin.call({ path: '/api/clients.csv?page=&limit=&range=' })).status).toBe(200);
    expect(await rejectedAt('nonsense=')).toMatchObject(expectedQueryError('/nonsense'));
  });

  it('trims the values of a comma-separated list', async () => {
    expect((await list('industry= Books , Other ')).pagination.total).toBe(5);
    expect((await list('sort= -updated &populate= ')).pagination.total).toBe(6);
  });

  it('accepts both ends of a range, where a date includes the whole day', async () => {
    const { results } = await list('sort=createdAt');
    const [first, second] = results;
    const total = async (query: string) => (await list(query)).pagination.total;
    expect(await total(`createdAt.from=${second?.createdAt}`)).toBe(5);
    expect(await total(`created.to=${second?.createdAt}&created.from=${first?.createdAt}`)).toBe(2);
    const day = first?.createdAt.slice(0, 10);
    expect(await total(`createdAt.from=${day}&createdAt.to=${day}`)).toBe(6);
    expect(await total(`createdAt=${day}`)).toBe(6);
    expect(await total('createdAt.to=2001-01-01')).toBe(0);
  });

  it('distinguishes records with a value from those without one', async () => {
    const numbered = await aClient(known.api, { name: 'Numbered', externalId: 'n-1' });
    expect((await list('externalId.is=any')).results.map(({ id }) => id)).toEqual([numbered.id]);
    expect((await list('externalId.is=empty')).pagination.total).toBe(6);
    const byRange = encodeURIComponent(JSON.stringify({ externalId: { is: 'any' }, created: { from: '2020-01-01' } }));
    const { body } = await known.api.admin.call({ path: `/api/clients?range=[0,9]&filter=${byRange}` });
    expect(body).toMatchObject([{ id: numbered.id }]);
    await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${numbered.id}` });
  });

  it.each(['name.is=none', 'name.is=any,empty', 'createdAt.from=soon', 'createdAt.from=2026-01-01,2026-01-02'])(
    'is rejected for %s',
    async (query) => {
      expect(await rejectedAt(query)).toMatchObject(expectedQueryError(`/${query.split('=')[0]}`));
    },
  );

  it('a list filter with an unknown operator is rejected, and the error lists the operators of its type', async () => {
    expect(await rejectedAt('user.from=1', '/api/orders')).toMatchObject({
      details: {
        fields: [{ path: '/user.from', message: 'User cannot be filtered by .from, only by itself, .is, .not' }],
      },
    });
  });

  it.each([
    ['industry.not=Books', ['Birch Books']],
    ['industry.not=Books,Other', ['Birch Books', 'birch Bikes', 'Cedar Cinema', 'Ärzte Bäder']],
  ])('by .not, %s, excludes the records with one of the values', async (query, excluded) => {
    const names = await namesOf(query);
    expect(names.length).toBeGreaterThan(0);
    for (const name of excluded) expect(names).not.toContain(name);
  });

  it('by .not and .contains works in both query dialects, and on fields without an index', async () => {
    expect(await namesOf('name.contains=IRCH&name.not=birch bikes')).toEqual(['Birch Books']);
    const filter = encodeURIComponent('{"name":{"contains":"irch","not":"birch bikes"}}');
    const { body } = await known.api.admin.call({ path: `/api/clients?filter=${filter}` });
    expect(body).toMatchObject([{ name: 'Birch Books' }]);
    expect(await namesOf('name.contains=(sons)')).toEqual(["O'Neil (Sons) & Co."]);
    expect(await rejectedAt(`name.contains=${'x'.repeat(501)}`)).toMatchObject(expectedQueryError('/name.contains'));
  });

  it('matches a text without an index as a whole, in any case', async () => {
    const [{ businessOwner = '' } = {}] = (await list('limit=1&sort=name')).results.map((each) => Object(each));
    const total = async (text: string) => (await list(`businessOwner=${encodeURIComponent(text)}`)).pagination.total;
    expect(await total(businessOwner.toUpperCase())).toBe(await total(businessOwner));
    expect(await total(businessOwner)).toBeGreaterThan(0);
    expect(await total(businessOwner.slice(1))).toBe(0);
  });

  it.each(['today', '-7d', 'this_month', 'this_year', '-1y'])(
    'by the relative date %s matches what was created today',
    async (date) => {
      const { total } = (await list('')).pagination;
      expect((await list(`createdAt=${date}`)).pagination.total).toBe(total);
      expect((await list(`createdAt.from=${date}`)).pagination.total).toBe(total);
      expect((await list(`createdAt.not=${date}`)).pagination.total).toBe(0);
    },
  );

  it.each(['yesterday', 'last_month', 'next_quarter', 'tomorrow'])(
    'by the relative date %s matches nothing new',
    async (date) => {
      expect((await list(`createdAt=${date}`)).pagination.total).toBe(0);
    },
  );

  it('by groups, `any`, matches the records that match one of the groups', async () => {
    const any = (groups: unknown) => `any=${encodeURIComponent(JSON.stringify(groups))}`;
    expect(
      (await namesOf(any([{ name: 'cedar' }, { industry: 'Books', name: { contains: 'ooks' } }]))).toSorted(),
    ).toEqual(['Birch Books', 'Cedar Cinema']);
    const filter = encodeURIComponent('{"any":[{"name":"cedar"},{"name":["bäd"]}]}');
    const { body } = await known.api.admin.call({ path: `/api/clients?filter=${filter}` });
    expect(body).toHaveLength(2);
    for (const [query, path] of [
      ['any=cedar', '/any'],
      [any([{ nonsense: 1 }]), '/any/0/nonsense'],
      [any(Array.from({ length: 11 }, () => ({ name: 'a' }))), '/any'],
    ])
      expect(await rejectedAt(query ?? '')).toMatchObject(expectedQueryError(path ?? ''));
  });

  it('is rejected if the field cannot have the value', async () => {
    expect(await rejectedAt('status=LOST', '/api/orders')).toMatchObject(expectedQueryError('/status'));
    expect(await rejectedAt('client=1', '/api/orders')).toMatchObject(expectedQueryError('/client'));
  });

  it("a list filter by channel finds the clients of the channel's entity and of those below it", async () => {
    const branch = await anEntity(known.api, { parent: known.agency.entity.id });
    const below = await aClient(known.api, { below: branch });
    const elsewhere = await anAgency(known.api);
    for (const channel of [known.agency.channel.slug, known.agency.channel.id]) {
      const ids = (await list(`channel=${channel}&limit=200`)).results.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([known.agency.client.id, below.id]));
      expect(ids).not.toContain(elsewhere.client.id);
    }
    await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${below.id}` });
    await known.api.admin.call({ method: 'DELETE', path: `/api/clients/${elsewhere.client.id}` });
  });
});
