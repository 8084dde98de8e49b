import { describe, expect, it } from 'vitest';
import { decisionsFor } from './decisions.ts';

const nobody = { isModerator: false, isUpdater: false, isAdmin: false };
const moderator = { isModerator: true, isUpdater: true, isAdmin: false };
const admin = { ...moderator, isAdmin: true };

describe('what an order waits for', () => {
  it('a pending one: a moderator approves it, sends it back or cancels it', () => {
    expect(decisionsFor({ status: 'PENDING', ...moderator })).toEqual(['approve', 'sendBack', 'cancel']);
  });

  it('a pending one: who may only update it cancels it at most', () => {
    expect(decisionsFor({ status: 'PENDING', ...nobody, isUpdater: true })).toEqual(['cancel']);
  });

  it('a draft is not approved here', () => {
    expect(decisionsFor({ status: 'DRAFT', ...admin })).toEqual(['cancel']);
  });

  it('a complete one is canceled by a moderator only', () => {
    expect(decisionsFor({ status: 'COMPLETE', ...moderator })).toEqual(['cancel']);
    expect(decisionsFor({ status: 'COMPLETE', ...nobody, isUpdater: true })).toEqual([]);
  });

  it('a canceled one is reopened by an admin only', () => {
    expect(decisionsFor({ status: 'CANCELED', ...admin })).toEqual(['reopen']);
    expect(decisionsFor({ status: 'CANCELED', ...moderator })).toEqual([]);
  });

  it('who may only read an order decides nothing', () => {
    for (const status of ['DRAFT', 'PENDING', 'COMPLETE', 'CANCELED'] as const)
      expect(decisionsFor({ status, ...nobody })).toEqual([]);
  });
});
