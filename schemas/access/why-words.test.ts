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

it('what is allowed is told by the ways that lead there alone', () => {
  expect(reasonsOf({ action: 'read', isAllowed: true, ways: [admin, way({})] })).toEqual([
    'As AGENCY_ADMIN and member of Harbor: in the tree of one’s memberships',
  ]);
});

it('what is not is told with what each way lacks', () => {
  expect(reasonsOf({ action: 'read', isAllowed: false, ways: [admin, way({ isThere: false })] })).toEqual([
    'It takes ADMIN: all',
    'As AGENCY_ADMIN: in the tree of one’s memberships, which this is not',
  ]);
});

it('a product is told with what decides about it', () => {
  const by = { id: 'p', name: 'Spot' };
  expect(productWords({ isOpen: false, by, availability: 'CONTROLLED', rule: null })).toBe(
    'It is closed to this person: no rule of Spot names the person, and the availability is CONTROLLED.',
  );
});
