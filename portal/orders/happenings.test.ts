import { expect, it } from 'vitest';
import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';
import { happenings } from './happenings.ts';

const stamps = { revision: 1, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' };
const version = (orderRevision: number, extra = {}): OrderVersion => ({
  ...{ ...stamps, id: `v${orderRevision}`, order: 'o', orderRevision, timestamp: stamps.createdAt, patch: [] },
  ...{ autosave: false, extra: { user: 'ada', ...extra } },
});
const action = (orderRevision: number, about: Partial<OrderAction> = {}): OrderAction => ({
  ...{ ...stamps, id: `a${orderRevision}`, kind: 'NOTE', orderRevision, user: 'ben', moderator: null, rejections: [] },
  ...about,
});
const told = (given: ReturnType<typeof happenings>) => given.map(({ id, texts }) => [id, ...texts]);

it('tells a note in its place among the versions, by revisions', () => {
  const all = happenings([version(4), version(2)], [action(3, { notes: 'Call them' })], { isWhole: true });
  expect(told(all)).toEqual([['v4'], ['a3', 'Call them'], ['v2']]);
});

it('tells an action and the version that it made once, with what was said', () => {
  const asked = action(3, { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring', reason: 'No' });
  const [only, ...others] = happenings([version(3, { reason: 'No' })], [asked], { isWhole: true });
  expect(only).toMatchObject({ id: 'v3', texts: ['No', 'They pay in spring'], action: asked });
  expect(others).toEqual([]);
});

it('leaves what is earlier than the versions at hand until those before them are asked for', () => {
  const notes = [action(2, { notes: 'Old' }), action(9, { notes: 'New' })];
  expect(told(happenings([version(8), version(7)], notes, { isWhole: false }))).toEqual([
    ['a9', 'New'],
    ['v8'],
    ['v7'],
  ]);
});
