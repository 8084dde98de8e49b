import { expect, it } from 'vitest';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { factsOf, wordsOf } from './sentences.ts';

const said = (action: AuditEntry['action'], resourceId?: string) =>
  wordsOf({ action, ...(resourceId ? { resourceId } : {}) }, { thing: 'Client', list: 'Clients' }).verb;

it('describes each action in words', () => {
  expect(said('update', 'c')).toBe('changed the client');
  expect(said('export')).toBe('took out clients as CSV');
  expect(said('signInFailed')).toBe('failed to sign in');
  expect(said('signInFailed', 'u')).toBe('failed to sign in as');
});

it('lists address, sign-in method and reason of an entry under labels', () => {
  const details = { way: 'basic', reason: 'password' } as const;
  expect(factsOf({ address: '192.0.2.1', agent: 'Firefox on Linux', details, sequence: 7 })).toEqual([
    ['From', '192.0.2.1, Firefox on Linux'],
    ['By', 'User name and password'],
    ['Reason', 'User name or password are wrong'],
    ['Number', '7'],
  ]);
});
