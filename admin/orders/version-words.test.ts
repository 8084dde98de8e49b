import { expect, it } from 'vitest';
import { changedBy } from './version-words.ts';

it('says each field that a version changed once, with the status that was', () => {
  expect(
    changedBy([
      { op: 'test', path: '/revision', value: 3 },
      { op: 'replace', path: '/submissionDate', value: null },
      { op: 'replace', path: '/status', value: 'PENDING' },
      { op: 'replace', path: '/formData/budget', value: 3 },
      { op: 'remove', path: '/formData/lines/1' },
      { op: 'add', path: '/products/0', value: {} },
    ]),
  ).toBe('changed the status (was Pending), the form data, the products');
});

it('says so when a save changed nothing of the order itself', () => {
  expect(changedBy([])).toBe('saved it again');
});
