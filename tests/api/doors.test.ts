import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Door, doorsOf, filtersOf, isList, questionsOf } from './doors.ts';
import { aUser } from './factories.ts';
import { type Api, type Person, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';
import { aWholeAgency, type WholeAgency } from './whole-agency.ts';

/** Each person asks many hundred questions. Milliseconds. */
const timeout = 600_000;
const mark = 'Zanzibar';
const who = ['an agency admin', 'an agency user', 'a guild manager', 'nobody in particular'];

let api: Api;
let ours: WholeAgency;
let theirs: WholeAgency;
let lists: Door[];
let people: Record<string, Person>;
/** Behind the mark in the names of records. */
const kinds = ['agency', 'business', 'channel', 'client', 'form', 'log', 'person', 'product', 'tile', 'view'];

/** What each person was answered before there was another agency, by what was asked. */
const alone = new Map<string, Map<string, unknown>>();

beforeAll(async () => {
  api = await startApi();
  const uploads = await uploadsTo(api);
  ours = await aWholeAgency({ api, uploads, mark: 'Homeland' });
  lists = (await doorsOf(api)).filter(isList);
  people = {
    'an agency admin': ours.agency.moderator,
    'an agency user': ours.agency.user,
    'a guild manager': await api.signedInAs(await aUser(api, { guild: ours.ids.Guild ?? '', guildFlags: 1 })),
    'nobody in particular': await api.signedInAs(await aUser(api)),
  };
  for (const name of who) alone.set(name, await answersTo(person(name)));
  theirs = await aWholeAgency({ api, uploads, mark });
}, timeout);
afterAll(() => api.close());

it('there are lists to ask: of most resources, as pages and as files', () => {
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.filter(({ path }) => path.endsWith('.csv')).length).toBeGreaterThan(15);
});

describe.each(who)('that there is another agency, %s', { timeout }, (name) => {
  it('sees in no list: not in rows, order, totals, names or files', async () => {
    const now = await answersTo(person(name));
    const differing = [...now].filter(
      ([asked, answer]) => JSON.stringify(answer) !== JSON.stringify(alone.get(name)?.get(asked)),
    );
    expect(differing.map(([asked, answer]) => ({ asked, answer, alone: alone.get(name)?.get(asked) }))).toEqual([]);
  });

  it('learns by no condition that names its records or its words', async () => {
    const told: string[] = [];
    const texts = kinds.map((kind) => `${mark} ${kind}`);
    // Each list of values beside one of as many that nobody has. Reports are shared.
    const ids = Object.entries(theirs.ids).flatMap(([type, id]) => (ours.ids[type] === id ? [] : [id]));
    const asked = [
      [ids, ids.map((_, index) => `0123456789abcdef012345${index + 10}`)],
      [
        [mark, ...texts],
        ['Atlantis', ...kinds.map((kind) => `Atlantis ${kind}`)],
      ],
    ];
    // A file has the conditions of its page.
    for (const door of lists.filter(({ path }) => !path.endsWith('.csv')))
      for (const filter of filtersOf(door)) {
        const answer = (values: string[] = []) =>
          answerTo(person(name), `${ours.pathTo(door.path)}?${filter}=${encodeURIComponent(values.join())}`);
        for (const [theirValues, nobodys] of asked)
          if (JSON.stringify(await answer(theirValues)) !== JSON.stringify(await answer(nobodys)))
            told.push(`${door.path} by ${filter}`);
      }
    expect(told).toEqual([]);
  });
});

const person = (name: string): Person => {
  const found = people[name];
  if (found) return found;
  throw new Error(`Nobody is ${name}`);
};

/** What somebody is answered by every list at our own places, by what was asked. */
async function answersTo(asking: Person): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const door of lists)
    for (const question of questionsOf(door, mark)) {
      const url = `${ours.pathTo(door.path)}${question}`;
      answers.set(url, await answerTo(asking, url));
    }
  return answers;
}

/** An answer as far as it tells of records; a refusal is only that, since it echoes what was asked. */
async function answerTo({ call }: Person, path: string): Promise<unknown> {
  const { status, headers, body } = await call({ path });
  if (status >= 400) return { status };
  return { status, total: headers.get('x-total-count'), range: headers.get('content-range'), body: withoutNext(body) };
}

/** Where a list goes on holds a digest of what was asked. */
function withoutNext(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('pagination' in body)) return body;
  return { ...body, pagination: { ...Object(body.pagination), next: undefined } };
}
