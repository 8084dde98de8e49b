import { describe, expect, it } from 'vitest';
import { Order, OrderAction } from '../generated/registry.ts';
import type { Property } from '../generated/vocabulary.ts';
import { actionTransitions, bypassOn } from './bypass.ts';
import { mayChangeData } from './order-fields.ts';
import type { OrderRights } from './rights.ts';
import { availableTransitions, type OrderStatus, transitions } from './transitions.ts';
import { versionInWords } from './version-words.ts';

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
const owner: OrderRights = { ...nobody, canUpdate: true, canDelete: true, isOwner: true };
const moderator: OrderRights = { ...nobody, canUpdate: true, canModerate: true, canDelete: true };
const actionsOf = (...about: Parameters<typeof availableTransitions>) =>
  availableTransitions(...about).map(({ action }) => action);
const neverSubmitted = { submissionDate: null, changeDate: null, waivers: [] };
const submittedOnce = { submissionDate: '2026-11-01T00:00:00.000Z', changeDate: null, waivers: [] };
const waiver = { path: '/formData/budget', message: 'At least $500', isGranted: false };

describe('actionsOn', () => {
  it('allows the owner to submit, cancel or delete a draft that was never submitted', () => {
    expect(actionsOf({ status: 'DRAFT', ...neverSubmitted }, owner)).toEqual(['submit', 'cancel', 'delete']);
  });

  it('does not allow deleting a draft that was submitted before', () => {
    expect(actionsOf({ status: 'DRAFT', ...submittedOnce }, owner)).toEqual(['submit', 'cancel']);
  });

  it('contains no bypass actions, because those are no saves', () => {
    const states = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const;
    const all = states.flatMap((status) =>
      actionsOf({ status, ...submittedOnce }, { ...moderator, isOwner: true, isAdmin: true }),
    );
    expect(all.filter((action) => /Bypass/.test(action))).toEqual([]);
  });

  it('bypassOn allows the owner to request a bypass of a draft, and another moderator to decide about it', () => {
    const bypasses = (...about: Parameters<typeof bypassOn>) => bypassOn(...about).map(({ action }) => action);
    expect(bypasses({ status: 'DRAFT', ...neverSubmitted }, owner)).toEqual(['askBypass']);
    const requestedOrder = { status: 'PENDING' as const, ...submittedOnce, waivers: [waiver] };
    expect(bypasses(requestedOrder, moderator)).toEqual(['approveBypass', 'rejectBypass']);
    expect(bypasses(requestedOrder, owner)).toEqual([]);
    expect(bypasses(requestedOrder, { ...moderator, isRequester: true })).toEqual([]);
    expect(bypasses({ ...requestedOrder, waivers: [{ ...waiver, isGranted: true }] }, moderator)).toEqual([]);
  });

  it('allows the owner to take back a pending order, and a moderator to approve or send it back', () => {
    expect(actionsOf({ status: 'PENDING', ...submittedOnce }, owner)).toEqual(['takeBack', 'cancel']);
    expect(actionsOf({ status: 'PENDING', ...submittedOnce }, moderator)).toEqual(['approve', 'sendBack', 'cancel']);
    expect(actionsOf({ status: 'PENDING', ...submittedOnce }, { ...moderator, isOwner: true })).toEqual([
      'approve',
      'takeBack',
      'cancel',
    ]);
  });

  it('hides approval and return from a moderator who can decide about a pending bypass request', () => {
    const requested = { status: 'PENDING' as const, ...submittedOnce, waivers: [waiver] };
    expect(actionsOf(requested, moderator)).toEqual(['cancel']);
    expect(actionsOf(requested, { ...moderator, isRequester: true })).toEqual(['sendBack', 'cancel']);
    expect(actionsOf(requested, owner)).toEqual(['takeBack', 'cancel']);
    const granted = { ...requested, waivers: [{ ...waiver, isGranted: true }] };
    expect(actionsOf(granted, moderator)).toEqual(['approve', 'sendBack', 'cancel']);
  });

  it('uses the labels of a change for a pending change', () => {
    const labels = (rights: OrderRights) =>
      availableTransitions({ status: 'PENDING', ...submittedOnce, changeDate: '2026-11-02T00:00:00.000Z' }, rights).map(
        ({ words }) => words.label,
      );
    expect(labels(moderator)).toEqual(['Approve change', 'Reject change', 'Cancel order']);
    // Only a moderator may cancel an order whose change was not approved.
    expect(labels(owner)).toEqual(['Withdraw change']);
  });

  it('allows a moderator to cancel a complete order, and an ADMIN to reopen a canceled one', () => {
    expect(actionsOf({ status: 'COMPLETE', ...submittedOnce }, owner)).toEqual([]);
    expect(actionsOf({ status: 'COMPLETE', ...submittedOnce }, moderator)).toEqual(['cancel']);
    expect(actionsOf({ status: 'CANCELED', ...submittedOnce }, moderator)).toEqual([]);
    expect(actionsOf({ status: 'CANCELED', ...submittedOnce }, { ...moderator, isAdmin: true })).toEqual(['reopen']);
  });

  it('is empty without the right to update', () => {
    for (const status of ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const) {
      expect(actionsOf({ status, ...neverSubmitted }, nobody)).toEqual([]);
    }
  });
});

describe('mayChangeData', () => {
  it('allows the owner to edit a draft, and only moderators to edit a pending order', () => {
    const may = (status: OrderStatus, rights: OrderRights) => mayChangeData({ status, changeDate: null }, rights);
    expect([may('DRAFT', owner), may('PENDING', owner)]).toEqual([true, false]);
    expect([may('PENDING', moderator), may('COMPLETE', moderator)]).toEqual([true, false]);
  });
});

describe('transitions', () => {
  it('use the titles and limits of the schema for their inputs', () => {
    for (const { kind, inputs } of [...transitions, ...actionTransitions]) {
      const properties: Record<string, Property> = { ...Order.properties, ...(kind && OrderAction.properties) };
      for (const { field, label, maxLength } of inputs)
        expect([label, maxLength]).toEqual([properties[field]?.title, properties[field]?.maxLength]);
    }
  });

  it('have a dialog if they ask for input', () => {
    for (const { inputs, words } of [...transitions, ...actionTransitions]) {
      if (inputs.length > 0) expect(words.question).toBeDefined();
    }
  });

  it('have words for the history, and a save without a status change has none', () => {
    expect(versionInWords({ action: 'sendBack' })).toBe('sent the order back');
    expect(versionInWords({})).toBeUndefined();
  });
});
