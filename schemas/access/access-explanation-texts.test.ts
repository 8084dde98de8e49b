import { expect, it } from 'vitest';
import type { GrantExplanation, GrantOrigin } from './access-explanation.ts';
import { accessReasons, productAccessText } from './access-labels.ts';

const grantVia = (over: Partial<GrantExplanation<GrantOrigin>>): GrantExplanation<GrantOrigin> => ({
  principal: 'AGENCY_ADMIN',
  scope: 'tree',
  isGranted: true,
  isInScope: true,
  from: [
    { kind: 'role', role: 'AGENCY_ADMIN' },
    { kind: 'membership', entity: { id: 'a', name: 'Harbor' } },
  ],
  ...over,
});
const admin = grantVia({ principal: 'ADMIN', scope: 'all', isGranted: false, from: [] });

it('accessReasons lists only the grants that apply if the action is allowed', () => {
  expect(accessReasons({ action: 'read', isAllowed: true, ways: [admin, grantVia({})] })).toEqual([
    'As AGENCY_ADMIN and member of Harbor: in the tree of the user’s memberships',
  ]);
});

it('accessReasons lists what each grant lacks if the action is denied', () => {
  expect(accessReasons({ action: 'read', isAllowed: false, ways: [admin, grantVia({ isInScope: false })] })).toEqual([
    'Requires ADMIN: all',
    'As AGENCY_ADMIN: in the tree of the user’s memberships, which does not include this record',
  ]);
});

it('productAccessText names the product and availability that decide', () => {
  const by = { id: 'p', name: 'Spot' };
  expect(productAccessText({ isOpen: false, by, availability: 'CONTROLLED', rule: null })).toBe(
    'It is closed to this person: no rule of Spot names the person, and the availability is CONTROLLED.',
  );
});
