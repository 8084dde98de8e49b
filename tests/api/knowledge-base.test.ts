import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { File, Guild, GuildResource } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { twoColorImage } from './test-images.ts';
import { ageUnusedFiles, collectUnusedFiles, fileForm, type Uploads, uploadsTo } from './uploads.ts';

interface Side {
  guild: Guild;
  reader: SignedInUser;
}

let api: Api;
let uploads: Uploads;
let ours: Side;
let theirs: Side;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  const side = async (name: string): Promise<Side> => {
    const guild = await api.admin.create('Guild', { name });
    return { guild, reader: await api.signedInAs(await aUser(api, { guild: guild.id })) };
  };
  [ours, theirs] = [await side('Merchants'), await side('Bakers')];
});
afterAll(() => api.close());

const urlOf = ({ guild }: Side) => `/api/guilds/${guild.id}/resources`;
const tile = (side: Side, body: object) =>
  callExpecting<GuildResource>(api.admin.call, 201, { method: 'POST', path: urlOf(side), body });
const change = (side: Side, { id }: GuildResource, body: object) =>
  callExpecting<GuildResource>(api.admin.call, 200, { method: 'PATCH', path: `${urlOf(side)}/${id}`, body });
const aPicture = async (person = api.admin) =>
  await uploads.upload(
    person,
    fileForm(Uint8Array.from(await twoColorImage({ width: 40, height: 20 }).png().toBuffer()), 'a.png'),
  );
const shows = ({ id }: File) => `Look: ![A plan](/api/files/${id}/content)`;
const statuses = async (person: SignedInUser, { id }: File) => [
  (await uploads.download(person, { id })).status,
  (await fetch(`${uploads.url}/api/files/${id}/thumbnail`, { headers: uploads.headersOf(person) })).status,
];

describe('an image in the text of a tile', () => {
  it('can be read by the readers of its guild and by nobody else', async () => {
    const picture = await aPicture();
    expect(await statuses(ours.reader, picture)).toEqual([404, 404]);
    const article = await tile(ours, { title: 'With a picture', content: shows(picture) });
    expect(article).not.toHaveProperty('pictures');
    expect(await statuses(ours.reader, picture)).toEqual([200, 200]);
    expect(await statuses(theirs.reader, picture)).toEqual([404, 404]);
    const outside = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'] }));
    expect(await statuses(outside, picture)).toEqual([404, 404]);
  });

  it('is retained as long as a text shows it, and collected 7 days later', async () => {
    const picture = await aPicture();
    const article = await tile(ours, { title: 'Kept', content: shows(picture) });
    await ageUnusedFiles(8);
    await collectUnusedFiles();
    expect(await statuses(ours.reader, picture)).toEqual([200, 200]);
    await change(ours, article, { title: 'Still kept' });
    await change(ours, article, { content: 'No picture any more' });
    expect(await statuses(ours.reader, picture)).toEqual([404, 404]);
    await ageUnusedFiles(8);
    await collectUnusedFiles();
    expect(await storeOf('File').findOne({ _id: picture.id })).toBeNull();
  });

  it('an image in the text of a tile that does not exist is rejected with its path', async () => {
    const id = '0123456789abcdef01234567';
    const content = `![x](/api/files/${id}/content)`;
    expect(await api.admin.call({ method: 'POST', path: urlOf(ours), body: { title: 'x', content } })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/content', value: id, message: `No File has the id ${id}` }] } },
    });
  });
});

describe('searching the knowledge base', () => {
  const found = async (person: SignedInUser, search: string) => {
    const path = `/api/guild_resources?place=kb&search=${encodeURIComponent(search)}`;
    return (await callExpecting<{ results: GuildResource[] }>(person.call, 200, { path })).results.map(
      ({ title }) => title,
    );
  };

  it('matches titles and texts, for readers of the guild only', async () => {
    const filler = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
    await tile(ours, { title: 'Radio season', content: `${filler} and a **Zeppelin** over the café` });
    await tile(theirs, { title: 'Zeppelins of ours', content: 'Nothing else' });
    expect(await found(ours.reader, 'zepp')).toEqual(['Radio season']);
    expect(await found(ours.reader, 'CAFE radio')).toEqual(['Radio season']);
    expect(await found(theirs.reader, 'zeppelin')).toEqual(['Zeppelins of ours']);
    expect(await found(ours.reader, 'ours')).toEqual([]);
    expect((await found(api.admin, 'zeppelin')).toSorted()).toEqual(['Radio season', 'Zeppelins of ours']);
  });

  it('matches the visible text, not the URLs of links and images', async () => {
    await tile(ours, { title: 'Links', content: `${shows(await aPicture())} [prices](https://rates.example/list)` });
    expect(await found(ours.reader, 'prices')).toEqual(['Links']);
    expect(await found(ours.reader, 'plan')).toEqual(expect.arrayContaining(['Links']));
    for (const hidden of ['files', 'rates', 'example']) expect(await found(ours.reader, hidden)).toEqual([]);
  });

  it('matches the current text after a change', async () => {
    const article = await tile(ours, { title: 'Changing', content: 'yesterday' });
    await change(ours, article, { content: 'tomorrow' });
    expect(await found(ours.reader, 'tomorrow')).toEqual(['Changing']);
    expect(await found(ours.reader, 'yesterday')).toEqual([]);
  });
});

it.each(['', '   ', '\n'])('rejects the guild name %j', async (name) => {
  const answer = await api.admin.call({ method: 'POST', path: '/api/guilds', body: { name } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
});
