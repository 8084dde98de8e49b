import { expect, it } from 'vitest';
import type { ToldOrigin, Way } from './why.ts';
import { productWords, reasonsOf } from './why-words.ts';

const way = (over: Partial<Way<ToldOrigin>>): Way<ToldOrigin> => ({
  principal: 'AGENCY_ADMIN',
  scope: 'tree',
  isHeld: true,
  isThere: true,
  from: [
    { kind: 'role', role: 'AGENCY_ADMIN' },
    { kind: 'membership', entity: { id: 'a', name: 'Harbor' } },
  ],
  ...over,
});
const admin = way({ principal: 'ADMIN', scope: 'all', isHeld: false, from: [] });

it('reasonsOf lists only the grants that apply if the action is allowed', () => {
  expect(reasonsOf({ action: 'read', isAllowed: true, ways: [admin, way({})] })).toEqual([
    'As AGENCY_ADMIN and member of Harbor: in the tree of one’s memberships',
  ]);
});

it('reasonsOf lists what each grant lacks if the action is denied', () => {
  expect(reasonsOf({ action: 'read', isAllowed: false, ways: [admin, way({ isThere: false })] })).toEqual([
    'It takes ADMIN: all',
    'As AGENCY_ADMIN: in the tree of one’s memberships, which this is not',
  ]);
});

it('productWords names the product and availability that decide', () => {
  const by = { id: 'p', name: 'Spot' };
  expect(productWords({ isOpen: false, by, availability: 'CONTROLLED', rule: null })).toBe(
    'It is closed to this person: no rule of Spot names the person, and the availability is CONTROLLED.',
  );
});
