import { expect, it } from 'vitest';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { auditEntryDetails, auditEntryWording } from './AuditPage.tsx';

const verbOf = (action: AuditEntry['action'], resourceId?: string) =>
  auditEntryWording({ action, ...(resourceId ? { resourceId } : {}) }, { thing: 'Client', list: 'Clients' }).verb;

it('the verb of an audit log entry depends on its action', () => {
  expect(verbOf('update', 'c')).toBe('changed the client');
  expect(verbOf('export')).toBe('exported clients');
  expect(verbOf('signInFailed')).toBe('failed to sign in');
  expect(verbOf('signInFailed', 'u')).toBe('failed to sign in as');
});

it('the facts of an audit log entry have its address, sign-in method and reason under labels', () => {
  const details = { way: 'basic', reason: 'password' } as const;
  expect(auditEntryDetails({ address: '192.0.2.1', agent: 'Firefox on Linux', details, sequence: 7 })).toEqual([
    ['From', '192.0.2.1, Firefox on Linux'],
    ['By', 'Username and password'],
    ['Reason', 'Wrong username or password'],
    ['Number', '7'],
  ]);
});
