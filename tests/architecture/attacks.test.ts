import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attackFiles } from '#tests/attacks/attacks.ts';
import { filesBelow } from './sources.ts';

it('every listed attack names test files that exist', () => {
  expect(attackFiles.filter((file) => !existsSync(file))).toEqual([]);
});

it('every test file named after an attack is in the list of attacks', () => {
  const named = filesBelow('tests').filter((file) =>
    /(hostile|attack|schemathesis)[\w-]*\.(test|spec)\.ts$/.test(file),
  );
  const others = ['tests/architecture/attacks.test.ts'];
  expect(named.filter((file) => !attackFiles.includes(file) && !others.includes(file))).toEqual([]);
});
