import { describe, expect, it } from 'vitest';
import type { Order, OrderAction } from '../generated/types.ts';
import { openNotes, pinnedNotes, rowsOnPath, stablePath } from './field-notes.ts';

const action = (fields: Partial<OrderAction>): OrderAction => ({
  ...{ id: '', revision: 1, createdAt: '', updatedAt: '', kind: 'NOTE', orderRevision: 1, user: 'u' },
  ...{ actor: null, moderator: null, rejections: [] },
  ...fields,
});
const formData = {
  spots: [
    { _id: 'one', city: 'Salem' },
    { _id: 'two', city: 'Reno', days: [{ _id: 'mon' }] },
  ],
};
const orderWith = (...actions: OrderAction[]): Pick<Order, 'actions' | 'formData'> => ({ actions, formData });
const onCity = action({ id: 'n', notes: 'Which?', path: '/formData/spots/1/city', rows: ['two'] });

describe('a pinned note', () => {
  it('is open until an action resolves it; notes for the team are not pinned', () => {
    const team = action({ id: 't', notes: 'Call them' });
    expect(openNotes(orderWith(team, onCity))).toEqual([onCity]);
    const resolved = action({ id: 'r', kind: 'NOTE_RESOLVED', resolves: 'n' });
    expect(openNotes(orderWith(team, onCity, resolved))).toEqual([]);
  });

  it('names the rows that its path leads through', () => {
    expect(rowsOnPath({ formData }, '/formData/spots/1/days/0/hour')).toEqual(['two', 'mon']);
    expect(rowsOnPath({ formData }, '/formData/spots')).toEqual([]);
    expect(stablePath(onCity)).toBe('/spots/two/city');
  });

  it('moves with its row, and has no place without it', () => {
    const [first, second] = formData.spots;
    const at = (spots: unknown[]) => pinnedNotes({ actions: [onCity], formData: { spots } }).map(({ path }) => path);
    expect(at([first, second])).toEqual(['/formData/spots/1/city']);
    expect(at([second, first])).toEqual(['/formData/spots/0/city']);
    expect(at([first])).toEqual([null]);
    expect(at([])).toEqual([null]);
  });
});
