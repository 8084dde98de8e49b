import { describe, expect, it } from 'vitest';
import { orderFilterQuery, orderFiltersFromParams, orderSortFromParams, orderViewOf } from './orderFilters.ts';

const channel = { id: 'c'.repeat(24), name: 'Radio' };
const me = 'b'.repeat(24);
const one = 'a'.repeat(24);
const queryOf = (address: string) =>
  orderFilterQuery(orderFiltersFromParams(new URLSearchParams(address)), { channel, me });
const filterQuery = (address: string) =>
  Object.fromEntries(Object.entries(queryOf(address)).filter(([, value]) => value !== undefined && value !== ''));

describe('the filters of the order list', () => {
  it('select only the channel when the address has no filters', () => {
    expect(filterQuery('')).toEqual({ channelId: channel.id });
  });

  it("are read from the address, with `me` as the reader's id", () => {
    expect(filterQuery(`status=Draft&user=me&client=${one}&form=${one}`)).toEqual({
      channelId: channel.id,
      status: 'DRAFT',
      user: me,
      clientId: one,
      formId: one,
    });
    expect(filterQuery(`user=${one}&across=yes`)).toEqual({ user: one });
  });

  it('include conditions about fields that have a filter of their own', () => {
    expect(filterQuery('f.status=DRAFT,PENDING&f.updatedAt.from=2026-03-01')).toEqual({
      channelId: channel.id,
      status: 'DRAFT,PENDING',
      'updatedAt.from': '2026-03-01',
      filterTimeZone: expect.any(String),
    });
  });

  it('select days in the time zone of the reader', () => {
    const filterTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(filterQuery('from=2026-03-01&to=2026-03-02')).toEqual({
      channelId: channel.id,
      'updatedAt.from': '2026-03-01',
      'updatedAt.to': '2026-03-02',
      filterTimeZone,
    });
    expect(filterQuery('f.submissionDate=today')).toMatchObject({ submissionDate: 'today', filterTimeZone });
  });

  it.each([
    'user=nobody',
    'client=7',
    'form=x',
    'from=soon',
    'to=2026-13-45',
    'to=2026-02-30',
    'from=0026-01-01',
    'status=gone',
    'across=perhaps',
  ])('ignore an invalid value: %s', (address) => {
    expect(filterQuery(address)).toEqual({ channelId: channel.id });
  });

  it('are normalized for a saved view, without page and unknown parameters', () => {
    const view = orderViewOf(new URLSearchParams('page=3&user=me&status=draft&odd=1'));
    expect(view).toBe('status=draft&user=me');
    expect(orderViewOf(new URLSearchParams(view))).toBe(view);
  });

  it.each([
    ['sort=-refCode', '-refCode'],
    ['sort=campaign', 'campaign'],
    ['sort=status,-updatedAt', 'status,-updatedAt'],
    ['sort=-status,updatedAt', '-status,updatedAt'],
    ['sort=-status', '-updatedAt'],
    ['sort=status,-updatedAt&across=yes', 'status,-updatedAt'],
    ['sort=refCode&across=yes', 'refCode'],
    ['sort=formData.fee', '-updatedAt'],
    [`sort=formData.fee&form=${one}`, 'formData.fee'],
    ['sort=client', 'client'],
    ['sort=nonsense', '-updatedAt'],
  ])('fall back to the default when the sort order is not supported: %s sorts by %s', (address, sort) => {
    const params = new URLSearchParams(address);
    expect(orderSortFromParams(params, orderFiltersFromParams(params))).toBe(sort);
  });
});
