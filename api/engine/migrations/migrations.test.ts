import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';

const names = migrations.map(({ name }) => name);

it('the registry lists every migration file in the order of its name', () => {
  const files = readdirSync(new URL('.', import.meta.url)).flatMap((file) => /^(\d.*)\.ts$/.exec(file)?.[1] ?? []);
  expect(names).toEqual(files.toSorted());
});

it('every migration name consists of a four-digit number and a subject', () => {
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
});
