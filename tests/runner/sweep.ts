/**
 * Whether this is `npm run nightly` (SWEEPS=all). A test that runs only there needs a line that says what `npm test` has
 * instead.
 */
export const isNightly = (): boolean => process.env.SWEEPS === 'all';

/**
 * The part of a list that a test of a sweep goes through. `npm test` takes each `share`-th element, and
 * `npm run nightly` (SWEEPS=all) takes all of them. The first element depends on SEED, so each run takes another part,
 * and `SEED=N` repeats one. Callers with `share` successive offsets together go through the whole list.
 */
export function sweepSample<Element>(list: readonly Element[], share: number, offset = 0): Element[] {
  if (isNightly()) return [...list];
  const step = Math.min(share, list.length);
  const first = (Number(process.env.SEED ?? 0) + offset) % step;
  return list.filter((_element, index) => index % step === first);
}
