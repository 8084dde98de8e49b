import { describe, expect, it } from 'vitest';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { localTimeZone } from '../../forms/dates/days.ts';
import { deskQueries, joinPages, marksOf, mergeRows, nextWaiting, rowBeside } from './deskQueue.ts';

const order = (id: string, fields: Partial<PopulatedOrder> = {}): PopulatedOrder => ({
  ...blankOrder({ channelId: 'c', form: 'f', user: 'u' }),
  products: [],
  id,
  status: 'PENDING',
  ...fields,
});
const textsOf = (rows: ReturnType<typeof mergeRows>) =>
  rows.map(({ order: { id }, decision }) => (decision ? `${id} ${decision}` : id));

describe('the rows of the desk', () => {
  const shown = ['a', 'b', 'c'].map((id) => order(id));

  it('keep their places when the list is loaded again; new ones come last', () => {
    const loaded = ['d', 'c', 'a', 'b'].map((id) => order(id));
    expect(textsOf(mergeRows(shown, loaded, new Map()))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stay after a decision, here or by somebody else', () => {
    const rows = mergeRows(shown, [order('c')], new Map([['a', 'Approved']]));
    expect(textsOf(rows)).toEqual(['a Approved', 'b Decided', 'c']);
  });

  it('lead from each decision to the next order that waits, from the last one to the top', () => {
    const rows = mergeRows(shown, shown, new Map([['b', 'Approved']]));
    expect(nextWaiting(rows, undefined)?.order.id).toBe('a');
    expect(nextWaiting(rows, 'a')?.order.id).toBe('c');
    expect(nextWaiting(rows, 'c')?.order.id).toBe('a');
    expect(nextWaiting(rows.slice(0, 2), 'a')).toBeUndefined();
  });

  it('are one above the other for the keys j and k, without a step beyond the ends', () => {
    const rows = mergeRows(shown, shown, new Map());
    expect(rowBeside(rows, 'a', 1)?.order.id).toBe('b');
    expect(rowBeside(rows, 'a', -1)).toBeUndefined();
    expect(rowBeside(rows, 'elsewhere', 1)?.order.id).toBe('a');
    expect(rowBeside([], 'a', 1)).toBeUndefined();
  });
});

it('is sorted by last change, in one list, if too many orders match for another sort', () => {
  for (const sort of ['', 'by=needed']) {
    const [query, following] = deskQueries(new URLSearchParams(`${sort}&for=me`), true);
    expect(query).toMatchObject({ status: 'PENDING', assignedTo: 'me', sort: 'updatedAt' });
    expect(query).not.toHaveProperty('due');
    expect(following).toBeUndefined();
  }
});

it.each<[string, ...object[]]>([
  ['', { sort: 'waitingSince' }],
  ['for=me&waiting=1_day', { assignedTo: 'me', waitingLonger: '1_day', sort: 'waitingSince' }],
  [
    'by=needed&for=me',
    { sort: 'neededBy,waitingSince', due: 'dated', assignedTo: 'me' },
    { sort: 'waitingSince', 'neededBy.is': 'empty', assignedTo: 'me' },
  ],
  ['by=needed&marks=overdue', { sort: 'neededBy,waitingSince', due: 'overdue', filterTimeZone: localTimeZone() }],
  ['for=nonsense&search=bread', { search: 'bread', sort: 'waitingSince' }],
])('the filters of an address such as %j become query keys of the API', (query, ...expected) => {
  const usual = {
    status: 'PENDING',
    limit: 100,
    populate: 'client,user,assignedTo',
    columns: expect.arrayContaining(['waiverCount']),
  };
  expect(deskQueries(new URLSearchParams(query))).toEqual(expected.map((each) => ({ ...usual, ...each })));
});

describe('the two lists of a queue that is sorted by needed-by date', () => {
  const page = (ids: string[], total = ids.length) => ({
    pagination: { page: 1, limit: 100, total },
    results: ids.map((id) => order(id)),
  });
  const idsIn = ({ orders, total }: ReturnType<typeof joinPages>) => [orders.map(({ id }) => id).join(' '), total];

  it('are one list, in which undated orders come last', () => {
    expect(idsIn(joinPages(page(['a', 'b']), page(['c'])))).toEqual(['a b c', 3]);
    expect(idsIn(joinPages(page([]), page(['c'], 60)))).toEqual(['c', 60]);
  });

  it('count undated orders, but show none of them before all dated ones', () => {
    expect(idsIn(joinPages(page(['a'], 9), page(['c'])))).toEqual(['a', 10]);
  });
});

it('a row marks a change, problems and requested waivers', () => {
  expect(marksOf(order('a'))).toEqual([]);
  const marked = { changeDate: '2026-11-01T00:00:00.000Z', problemCount: 1, waiverCount: 2 };
  expect(marksOf(order('a', marked))).toEqual(['Change', '1 problem', '2 waivers requested']);
  // Orders that were pending before the counts were stored.
  expect(marksOf(order('a', { bypassRequestedBy: 'u' }))).toEqual(['1 waiver requested']);
});
