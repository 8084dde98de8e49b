import { expect, it } from 'vitest';
import { cases } from './cases.ts';
import { runCase } from './run-case.ts';

it.each(cases)('on the server, $name', ({ expected, ...given }) => {
  expect(runCase(given)).toEqual({ normalized: [], hidden: [], ...expected });
});
