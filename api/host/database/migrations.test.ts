import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';

const names = migrations.map(({ name }) => name);

it('lists every file of migrations/ in the order of their names', () => {
  const files = readdirSync(new URL('migrations', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  expect(names).toEqual(files.toSorted());
});

it('gives every migration a number and a subject', () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
});
