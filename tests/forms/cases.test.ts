import { expect, it } from 'vitest';
import { cases } from './cases.ts';
import { runCase } from './run-case.ts';

it.each(cases)('the server fills $name as the table expects', ({ expected, ...given }) => {
  expect(runCase(given)).toEqual({ normalized: [], hidden: [], ...expected });
});
