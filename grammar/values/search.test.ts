import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { Run } from '../runtime/run.ts';
import { containsText } from './search.ts';
import { UTC } from './zone.ts';

const host = {
  now: null,
  onInstantRead: null,
  zone: UTC,
  thisValue: undefined,
  index: undefined,
  helpers: new Map(),
  limits: LIMITS,
};
const newRun = () => new Run([], {}, { ...host, ignoresErrors: false, trace: null, isJson: false });

const repetitiveText = (minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom('a', 'a', 'a', 'b'), { minLength, maxLength }).map((letters) => letters.join(''));

it('hasText finds a long text if and only if it is contained', () => {
  const inside = fc.tuple(repetitiveText(0, 400), repetitiveText(251, 300), repetitiveText(0, 400));
  fc.assert(
    fc.property(inside, fc.nat(300), ([before, part, after], at) => {
      expect(containsText(newRun(), before + part + after, part)).toBe(true);
      const other = `${part.slice(0, at)}c${part.slice(at)}`;
      expect(containsText(newRun(), before + part + after, other)).toBe(false);
      expect(containsText(newRun(), before + after, part)).toBe((before + after).includes(part));
    }),
  );
});

it('hasText charges steps for a search text that almost matches everywhere', () => {
  const run = newRun();
  const half = 'a'.repeat(60_000);
  expect(containsText(run, 'a'.repeat(LIMITS.text), `${half}b${half}`)).toBe(false);
  expect(run.steps).toBeGreaterThan((3 * LIMITS.text) / 64);
});
