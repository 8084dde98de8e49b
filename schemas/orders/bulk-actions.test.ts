import { expect, it } from 'vitest';
import { bulkTitle, offeredBulkActions, orderBulkActions } from './bulk-actions.ts';
import type { OrderRights } from './rights.ts';

const nobody: OrderRights = {
  canUpdate: false,
  canModerate: false,
  canDelete: false,
  isOwner: false,
  isAdmin: false,
  isRequester: false,
  isApprover: false,
  isAutosaver: false,
};
const seller = { ...nobody, canUpdate: true };
const moderator = { ...seller, canModerate: true };
const orderIn = (status: 'DRAFT' | 'PENDING' | 'COMPLETE' | 'CANCELED') => ({ status, changeDate: null });

const labelsFor = (orders: ReturnType<typeof orderIn>[], rights: OrderRights, canCreate = true) =>
  offeredBulkActions(orders, { rightsOf: () => rights, canCreate }).map(({ label }) => label);

it('offers what at least one of the selected orders allows', () => {
  expect(labelsFor([orderIn('DRAFT')], seller)).toEqual(
    expect.arrayContaining(['Send for approval', 'Cancel orders', 'Duplicate']),
  );
  expect(labelsFor([orderIn('DRAFT')], seller)).not.toContain('Approve');
  expect(labelsFor([orderIn('DRAFT')], seller)).not.toContain('Change person');
  expect(labelsFor([orderIn('CANCELED'), orderIn('PENDING')], moderator)).toEqual(
    expect.arrayContaining(['Approve', 'Send back', 'Change person', 'Cancel orders']),
  );
  expect(labelsFor([orderIn('CANCELED')], moderator)).toEqual(['Duplicate']);
  expect(labelsFor([orderIn('COMPLETE')], seller, false)).toEqual([]);
});

it('titles name the action and the number of orders', () => {
  const [submit] = orderBulkActions;
  if (!submit) throw new Error('There are actions');
  expect(bulkTitle(submit, 1)).toBe('Send 1 order for approval');
  expect(bulkTitle(submit, 1_200)).toBe('Send 1,200 orders for approval');
});
