import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { explainStartError, StartFailure } from './start-failure.ts';

const systemError = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: failed, open`), path === undefined ? { code } : { code, path });

test.each([
  ['an expected failure', new StartFailure('PORT 80 is in use.'), 'PORT 80 is in use.'],
  [
    'a file that the user may not read',
    systemError('EACCES', '/data/secret-key'),
    'Cannot use /data/secret-key. This user may not access it: grant access to this user. (EACCES: failed, open)',
  ],
  [
    'a read-only disk',
    systemError('EROFS', '/data'),
    'Cannot use /data. Its disk is read-only: make the disk writable, or choose another folder. (EROFS: failed, open)',
  ],
  [
    'a quota that is used up, without a path',
    systemError('EDQUOT'),
    "This user's disk quota is used up: free up space. (EDQUOT: failed, open)",
  ],
  [
    'a database user without rights',
    new mongo.MongoServerError({ code: 13, message: 'not authorized on portal to execute command' }),
    'The database user of MONGODB_URI lacks a right: not authorized on portal to execute command. Grant it the role readWrite on the database.',
  ],
  [
    'a database that disappeared',
    new mongo.MongoNetworkError('connection 3 to 10.0.0.1:27017 closed'),
    'The database reported an error: connection 3 to 10.0.0.1:27017 closed. Check that it is available, and its log; then start again.',
  ],
  ['a text that was thrown', 'aborted', 'The start failed: aborted.'],
])('a start that fails because of %s prints one line with the cause and the remedy', (_, error, line) => {
  expect(explainStartError(error)).toBe(line);
});

test('an unexpected error is reported as a defect, with its stack below the first line', () => {
  const [first, second, ...stack] = explainStartError(new TypeError('x is not a function')).split('\n');
  expect(first).toBe(
    'Stopped by an unexpected error: x is not a function. This is a defect of the product; please report it with these lines:',
  );
  expect(second).toBe('TypeError: x is not a function');
  expect(stack[0]).toMatch(/^ {4}at /);
});
