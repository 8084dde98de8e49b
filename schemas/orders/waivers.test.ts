import { describe, expect, it } from 'vitest';
import { acceptedWaivers, openWaivers, remainingWaivers, unwaivedProblems } from './waivers.ts';

const budget = { path: '/formData/budget', message: 'At least $500' };
const granted = { ...budget, isGranted: true };
const second = { path: '/formData/spots/1/length', message: 'Too long', isGranted: true };

const rows = (...ids: string[]) => ids.map((_id) => ({ _id, length: 60 }));

describe('a waiver', () => {
  it('covers the error that it names, and no other error at its field', () => {
    const other = { ...budget, message: 'At most $100' };
    expect(unwaivedProblems([budget, other], [granted])).toEqual([other]);
  });

  it('covers nothing before it is granted', () => {
    expect(unwaivedProblems([budget], [{ ...granted, isGranted: false }])).toEqual([budget]);
  });

  it('expires when its field changes', () => {
    const before = { waivers: [granted], formData: { budget: 100, headline: 'A' } };
    expect(remainingWaivers(before, { formData: { budget: 100, headline: 'B' } })).toEqual({
      waivers: [granted],
      validationMode: 'BYPASS',
    });
    expect(remainingWaivers(before, { formData: { budget: 101 } })).toEqual({ waivers: [], validationMode: 'NORMAL' });
    expect(remainingWaivers(before, { formData: {} }).waivers).toEqual([]);
  });

  it('expires when another row takes the index of its row, even an equal one', () => {
    const before = { waivers: [second], formData: { spots: rows('a', 'b') } };
    expect(remainingWaivers(before, { formData: { spots: rows('c', 'b') } }).waivers).toEqual([second]);
    expect(remainingWaivers(before, { formData: { spots: rows('b', 'a') } }).waivers).toEqual([]);
  });

  it('is open only while its order is pending', () => {
    const waivers = [granted, { ...second, isGranted: false }];
    expect(openWaivers({ status: 'PENDING', waivers })).toEqual(waivers.slice(1));
    expect(openWaivers({ status: 'DRAFT', waivers })).toEqual([]);
  });

  it('can be granted only if it was requested', () => {
    const open = [{ ...granted, isGranted: false }];
    expect(acceptedWaivers(open, undefined)).toEqual(open);
    expect(acceptedWaivers(open, [budget])).toEqual(open);
    expect(acceptedWaivers(open, [{ ...budget, message: 'Else' }])).toBeNull();
  });
});
