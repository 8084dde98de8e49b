import { describe, expect, it } from 'vitest';
import { Order, OrderAction } from '../generated/registry.ts';
import type { Property } from '../generated/vocabulary.ts';
import { actionTransitions, bypassOn } from './bypass.ts';
import { mayChangeData } from './order-fields.ts';
import type { OrderRights } from './rights.ts';
import { actionsOn, type Status, transitions } from './transitions.ts';
import { wordsOfVersion } from './version-words.ts';

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
const actionsOf = (...about: Parameters<typeof actionsOn>) => actionsOn(...about).map(({ action }) => action);
const never = { submissionDate: null, changeDate: null, waivers: [] };
const once = { submissionDate: '2026-11-01T00:00:00.000Z', changeDate: null, waivers: [] };
const waiver = { path: '/formData/budget', message: 'At least $500', isGranted: false };

describe('what can be done with an order', () => {
  it('is to send, cancel or delete a draft that was never submitted', () => {
    expect(actionsOf({ status: 'DRAFT', ...never }, owner)).toEqual(['submit', 'cancel', 'delete']);
  });

  it('is not to delete a draft that came back', () => {
    expect(actionsOf({ status: 'DRAFT', ...once }, owner)).toEqual(['submit', 'cancel']);
  });

  it('is not to bypass anything by a save: that is asked for and decided by actions', () => {
    const states = ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const;
    const all = states.flatMap((status) =>
      actionsOf({ status, ...once }, { ...moderator, isOwner: true, isAdmin: true }),
    );
    expect(all.filter((action) => /Bypass/.test(action))).toEqual([]);
  });

  it('is to ask for a bypass of a draft, and for another moderator to decide about one that is asked for', () => {
    const bypasses = (...about: Parameters<typeof bypassOn>) => bypassOn(...about).map(({ action }) => action);
    expect(bypasses({ status: 'DRAFT', ...never }, owner)).toEqual(['askBypass']);
    const asked = { status: 'PENDING' as const, ...once, waivers: [waiver] };
    expect(bypasses(asked, moderator)).toEqual(['approveBypass', 'rejectBypass']);
    expect(bypasses(asked, owner)).toEqual([]);
    expect(bypasses(asked, { ...moderator, isRequester: true })).toEqual([]);
    expect(bypasses({ ...asked, waivers: [{ ...waiver, isGranted: true }] }, moderator)).toEqual([]);
  });

  it('is to take back what one sent, and for a moderator to approve or send back', () => {
    expect(actionsOf({ status: 'PENDING', ...once }, owner)).toEqual(['takeBack', 'cancel']);
    expect(actionsOf({ status: 'PENDING', ...once }, moderator)).toEqual(['approve', 'sendBack', 'cancel']);
    expect(actionsOf({ status: 'PENDING', ...once }, { ...moderator, isOwner: true })).toEqual([
      'approve',
      'takeBack',
      'cancel',
    ]);
  });

  it('leaves approval and return to the decision about a bypass that is requested, for whoever makes it', () => {
    const requested = { status: 'PENDING' as const, ...once, waivers: [waiver] };
    expect(actionsOf(requested, moderator)).toEqual(['cancel']);
    expect(actionsOf(requested, { ...moderator, isRequester: true })).toEqual(['sendBack', 'cancel']);
    expect(actionsOf(requested, owner)).toEqual(['takeBack', 'cancel']);
    const granted = { ...requested, waivers: [{ ...waiver, isGranted: true }] };
    expect(actionsOf(granted, moderator)).toEqual(['approve', 'sendBack', 'cancel']);
  });

  it('says of a change of a complete order that it is one', () => {
    const labels = (rights: OrderRights) =>
      actionsOn({ status: 'PENDING', ...once, changeDate: '2026-11-02T00:00:00.000Z' }, rights).map(
        ({ words }) => words.label,
      );
    expect(labels(moderator)).toEqual(['Approve the change', 'Refuse the change', 'Cancel order']);
    // Only a moderator ends an order whose change was not approved.
    expect(labels(owner)).toEqual(['Take the change back']);
  });

  it('is for a moderator to cancel a complete order, and for an ADMIN to reopen a canceled one', () => {
    expect(actionsOf({ status: 'COMPLETE', ...once }, owner)).toEqual([]);
    expect(actionsOf({ status: 'COMPLETE', ...once }, moderator)).toEqual(['cancel']);
    expect(actionsOf({ status: 'CANCELED', ...once }, moderator)).toEqual([]);
    expect(actionsOf({ status: 'CANCELED', ...once }, { ...moderator, isAdmin: true })).toEqual(['reopen']);
  });

  it('is nothing for who may only read', () => {
    for (const status of ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const) {
      expect(actionsOf({ status, ...never }, nobody)).toEqual([]);
    }
  });
});

describe('the data of an order', () => {
  it('change in a draft by whoever may update, in a pending order by moderators', () => {
    const may = (status: Status, rights: OrderRights) => mayChangeData({ status, changeDate: null }, rights);
    expect([may('DRAFT', owner), may('PENDING', owner)]).toEqual([true, false]);
    expect([may('PENDING', moderator), may('COMPLETE', moderator)]).toEqual([true, false]);
  });
});

describe('the state machine', () => {
  it('asks for fields under their labels and within their limits', () => {
    for (const { kind, needs } of [...transitions, ...actionTransitions]) {
      const properties: Record<string, Property> = { ...Order.properties, ...(kind && OrderAction.properties) };
      for (const { field, label, maxLength } of needs)
        expect([label, maxLength]).toEqual([properties[field]?.title, properties[field]?.maxLength]);
    }
  });

  it('asks before what needs an answer', () => {
    for (const { needs, words } of [...transitions, ...actionTransitions]) {
      if (needs.length > 0) expect(words.question).toBeDefined();
    }
  });

  it('says in the history what somebody did, and nothing of a save that left the status', () => {
    expect(wordsOfVersion({ action: 'sendBack' })).toBe('sent the order back');
    expect(wordsOfVersion({})).toBeUndefined();
  });
});
