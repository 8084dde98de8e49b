import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';

const names = migrations.map(({ name }) => name);

it('lists every file of a migration in the order of their names', () => {
  const files = readdirSync(new URL('.', import.meta.url)).flatMap((file) => /^(\d.*)\.ts$/.exec(file)?.[1] ?? []);
  expect(names).toEqual(files.toSorted());
});

it('gives every migration a number and a subject', () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
});
