import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#tests/product/callers.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import { type AgencyFixture, createAgencyFixture } from './agency-fixture.ts';
import { aUser } from './factories.ts';
import { type ApiOperation, filterParametersOf, isListOperation, queryVariants, readOperations } from './operations.ts';
import { type Api, startApi } from './server.ts';
import { uploadsTo } from './uploads.ts';

/** Each person makes several hundred requests. Milliseconds. */
const timeout = 600_000;
const mark = 'Zanzibar';
const callerNames = ['an agency admin', 'an agency user', 'a guild manager', 'nobody in particular'];
/** In `npm test` each person makes another part of the requests, and together they make all. */
const partFor = <Request>(requests: Request[], name: string) =>
  sweepSample(requests, callerNames.length, callerNames.indexOf(name));

let api: Api;
let ours: AgencyFixture;
let theirs: AgencyFixture;
let lists: ApiOperation[];
let people: Record<string, SignedInUser>;
/** Suffixes of the mark in the names of records. */
const kinds = ['agency', 'business', 'channel', 'client', 'form', 'log', 'person', 'product', 'tile', 'view'];

/** The responses that each person got before the other agency existed, by request. */
const alone = new Map<string, Map<string, unknown>>();

beforeAll(async () => {
  api = await startApi();
  const uploads = await uploadsTo(api);
  ours = await createAgencyFixture({ api, uploads, mark: 'Homeland' });
  lists = (await readOperations(api)).filter(isListOperation);
  people = {
    'an agency admin': ours.agency.moderator,
    'an agency user': ours.agency.user,
    'a guild manager': await api.signedInAs(await aUser(api, { guild: ours.ids.Guild ?? '', guildFlags: 1 })),
    'nobody in particular': await api.signedInAs(await aUser(api)),
  };
  for (const name of callerNames) alone.set(name, await answersTo(name));
  theirs = await createAgencyFixture({ api, uploads, mark });
}, timeout);
afterAll(() => api.close());

it('the OpenAPI document has lists of most resources, as JSON and CSV', () => {
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.filter(({ path }) => path.endsWith('.csv')).length).toBeGreaterThan(15);
});

describe.each(callerNames)('the existence of another agency, requested by %s', { timeout }, (name) => {
  it('does not change the rows, order, totals, names or CSV of any list', async () => {
    const now = await answersTo(name);
    const differing = [...now].filter(
      ([path, answer]) => JSON.stringify(answer) !== JSON.stringify(alone.get(name)?.get(path)),
    );
    expect(differing.map(([path, answer]) => ({ path, answer, alone: alone.get(name)?.get(path) }))).toEqual([]);
  });

  it('cannot be inferred with any filter that names its records or its words', async () => {
    const leaks: string[] = [];
    const texts = kinds.map((kind) => `${mark} ${kind}`);
    // Compare each list of values with one of as many unknown values. Reports are shared between agencies.
    const ids = Object.entries(theirs.ids).flatMap(([type, id]) => (ours.ids[type] === id ? [] : [id]));
    const comparisons = [
      [ids, ids.map((_, index) => `0123456789abcdef012345${index + 10}`)],
      [
        [mark, ...texts],
        ['Atlantis', ...kinds.map((kind) => `Atlantis ${kind}`)],
      ],
    ];
    // A CSV export has the same filters as its page.
    const filters = lists
      .filter(({ path }) => !path.endsWith('.csv'))
      .flatMap((endpoint) => filterParametersOf(endpoint).map((filter) => `${ours.pathTo(endpoint.path)}?${filter}`));
    // In `npm test` a quarter of the filters, another quarter with another SEED.
    for (const filter of sweepSample(filters, 4 * callerNames.length, 4 * callerNames.indexOf(name))) {
      const answer = (values: string[] = []) =>
        answerTo(person(name), `${filter}=${encodeURIComponent(values.join())}`);
      for (const [theirValues, nobodys] of comparisons)
        if (JSON.stringify(await answer(theirValues)) !== JSON.stringify(await answer(nobodys))) leaks.push(filter);
    }
    expect(leaks).toEqual([]);
  });
});

const person = (name: string): SignedInUser => {
  const found = people[name];
  if (found) return found;
  throw new Error(`Nobody is ${name}`);
};

/** What a person gets from every list of our own agency, by request. */
async function answersTo(name: string): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  const urls = lists.flatMap((endpoint) =>
    queryVariants(endpoint, mark).map((query) => `${ours.pathTo(endpoint.path)}${query}`),
  );
  for (const url of partFor(urls, name)) answers.set(url, await answerTo(person(name), url));
  return answers;
}

/**
 * A response reduced to what it says about records; a rejection becomes its status, since its body echoes the request.
 */
async function answerTo({ call }: SignedInUser, path: string): Promise<unknown> {
  const { status, headers, body } = await call({ path });
  if (status >= 400) return { status };
  return { status, total: headers.get('x-total-count'), range: headers.get('content-range'), body: withoutNext(body) };
}

/** Removes the cursor of the next page, which contains a hash of the request. */
function withoutNext(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('pagination' in body)) return body;
  return { ...body, pagination: { ...Object(body.pagination), next: undefined } };
}
