import { describe, expect, it } from 'vitest';
import { Order } from '../generated/registry.ts';
import { actionsOn, mayChangeData, type OrderRights, transitions, wordsOfVersion } from './transitions.ts';

const nobody: OrderRights = {
  canUpdate: false,
  canModerate: false,
  canDelete: false,
  isOwner: false,
  isAdmin: false,
};
const owner: OrderRights = { ...nobody, canUpdate: true, canDelete: true, isOwner: true };
const moderator: OrderRights = { ...nobody, canUpdate: true, canModerate: true, canDelete: true };
const actionsOf = (...about: Parameters<typeof actionsOn>) => actionsOn(...about).map(({ action }) => action);
const never = { submissionDate: null };
const once = { submissionDate: '2026-11-01T00:00:00.000Z' };

describe('what can be done with an order', () => {
  it('is to send, cancel or delete a draft that was never submitted', () => {
    expect(actionsOf({ status: 'DRAFT', ...never }, owner)).toEqual(['submit', 'cancel', 'delete']);
  });

  it('is not to delete a draft that came back', () => {
    expect(actionsOf({ status: 'DRAFT', ...once }, owner)).toEqual(['submit', 'cancel']);
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
    expect([mayChangeData({ status: 'DRAFT' }, owner), mayChangeData({ status: 'PENDING' }, owner)]).toEqual([
      true,
      false,
    ]);
    expect([mayChangeData({ status: 'PENDING' }, moderator), mayChangeData({ status: 'COMPLETE' }, moderator)]).toEqual(
      [true, false],
    );
  });
});

describe('the state machine', () => {
  it('asks for fields under their labels and within their limits', () => {
    const { reason, ...properties } = Order.properties;
    for (const { field, label, maxLength } of transitions.flatMap(({ needs }) => needs)) {
      if (field !== 'reason')
        expect([label, maxLength]).toEqual([properties[field]?.title, properties[field]?.maxLength]);
    }
  });

  it('asks before what needs an answer, unless it is made by saving', () => {
    for (const { needs, bringsData, words } of transitions) {
      if (needs.length > 0 && !bringsData) expect(words.question).toBeDefined();
    }
  });

  it('says in the history what somebody did, and nothing of a save that left the status', () => {
    expect(wordsOfVersion({ action: 'sendBack' })).toBe('sent the order back');
    expect(wordsOfVersion({})).toBeUndefined();
  });
});
