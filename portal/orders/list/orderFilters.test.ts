import { describe, expect, it } from 'vitest';
import { orderFiltersIn, orderQuery, sortIn, viewOf } from './orderFilters.ts';

const channel = { id: 'c'.repeat(24), name: 'Radio' };
const me = 'b'.repeat(24);
const one = 'a'.repeat(24);
const asked = (address: string) => orderQuery(orderFiltersIn(new URLSearchParams(address)), { channel, me });
const given = (address: string) =>
  Object.fromEntries(Object.entries(asked(address)).filter(([, value]) => value !== undefined && value !== ''));

describe('the filters of a list of orders', () => {
  it('are the channel’s alone where the address says nothing', () => {
    expect(given('')).toEqual({ channelId: channel.id });
  });

  it('are what the address says, by the person who reads it', () => {
    expect(given(`status=Draft&user=me&client=${one}&form=${one}`)).toEqual({
      channelId: channel.id,
      status: 'DRAFT',
      user: me,
      clientId: one,
      formId: one,
    });
    expect(given(`user=${one}&across=yes`)).toEqual({ user: one });
  });

  it('have whole days, where the reader is', () => {
    const { 'updatedAt.from': from, 'updatedAt.to': to } = given('from=2026-03-01&to=2026-03-01');
    expect(new Date(String(from)).toString()).toBe(new Date(2026, 2, 1).toString());
    expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(86_400_000 - 1);
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
  ])('leave out what none can be: %s', (address) => {
    expect(given(address)).toEqual({ channelId: channel.id });
  });

  it('are kept without the page, alike however they were written', () => {
    const view = viewOf(new URLSearchParams('page=3&user=me&status=draft&odd=1'));
    expect(view).toBe('status=draft&user=me');
    expect(viewOf(new URLSearchParams(view))).toBe(view);
  });

  it.each([
    ['sort=-refCode', '-refCode'],
    ['sort=campaign', 'campaign'],
    ['sort=status,-updatedAt', 'status,-updatedAt'],
    ['sort=-status,updatedAt', '-status,updatedAt'],
    ['sort=-status', '-updatedAt'],
    ['sort=status,-updatedAt&across=yes', 'status,-updatedAt'],
    ['sort=refCode&across=yes', '-updatedAt'],
    ['sort=formData.fee', '-updatedAt'],
    [`sort=formData.fee&form=${one}`, 'formData.fee'],
    ['sort=client', '-updatedAt'],
  ])('are in an order that there is: %s by %s', (address, sort) => {
    const params = new URLSearchParams(address);
    expect(sortIn(params, orderFiltersIn(params))).toBe(sort);
  });
});
