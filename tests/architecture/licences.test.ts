import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forbiddenLicences, licencesIn } from '#tests/dependencies/licences.ts';

const lockOf = (packages: Record<string, { license?: string; dev?: boolean }>) =>
  JSON.stringify({
    packages: Object.fromEntries(
      Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, { version: '1.0.0', ...entry }]),
    ),
  });

describe('every package', () => {
  it('has an allowed licence', () => {
    expect(forbiddenLicences(readFileSync('package-lock.json', 'utf8'))).toEqual([]);
  });

  it('every package with another licence is listed as an exception with that licence', () => {
    expect(
      forbiddenLicences(lockOf({ strict: { license: 'AGPL-3.0-only' }, silent: {}, kind: { license: 'MIT' } })),
    ).toEqual(['silent 1.0.0 has the licence none', 'strict 1.0.0 has the licence AGPL-3.0-only']);
  });

  it.each([
    ['MIT OR GPL-3.0-only', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['MPL-2.0', false],
    ['SEE LICENSE IN LICENSE.txt', false],
  ])('every package with licence %s is allowed: %s', (license, isTaken) => {
    expect(forbiddenLicences(lockOf({ some: { license } }))).toHaveLength(isTaken ? 0 : 1);
  });

  it('is development-only if every place of it in the lock file says so', () => {
    const lock = lockOf({
      'a/node_modules/both': { license: 'MIT', dev: true },
      both: { license: 'MIT' },
      one: { license: 'MIT', dev: true },
    });
    expect(licencesIn(lock).map(({ name, isDev }) => [name, isDev])).toEqual([
      ['both', false],
      ['one', true],
    ]);
  });
});
