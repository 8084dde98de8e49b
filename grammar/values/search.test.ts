import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { Run } from '../running/run.ts';
import { hasText } from './search.ts';
import { UTC } from './zone.ts';

const host = { now: null, zone: UTC, item: undefined, index: undefined, helpers: new Map(), limits: LIMITS };
const newRun = () => new Run([], {}, { ...host, ignoresErrors: false, trace: null });

const few = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'a', 'a', 'b'), { minLength, maxLength }).map((letters) => letters.join(''));

it('long texts are found where they are, and nowhere else', () => {
  const inside = fc.tuple(few(0, 400), few(251, 300), few(0, 400));
  fc.assert(
    fc.property(inside, fc.nat(300), ([before, part, after], at) => {
      expect(hasText(newRun(), before + part + after, part)).toBe(true);
      const other = `${part.slice(0, at)}c${part.slice(at)}`;
      expect(hasText(newRun(), before + part + after, other)).toBe(false);
      expect(hasText(newRun(), before + after, part)).toBe((before + after).includes(part));
    }),
  );
});

it('what almost fits everywhere costs steps for what it takes to see that it does not', () => {
  const run = newRun();
  const half = 'a'.repeat(60_000);
  expect(hasText(run, 'a'.repeat(LIMITS.text), `${half}b${half}`)).toBe(false);
  expect(run.steps).toBeGreaterThan((3 * LIMITS.text) / 64);
});
