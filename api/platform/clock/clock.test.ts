import { expect, test } from 'vitest';
import { synchronizedClock } from './clock.ts';

/** A clock with a counter controlled by the test. */
function clockAt(start: number) {
  const counter = { at: start };
  return { counter, clock: synchronizedClock(() => counter.at) };
}

test('shows the machine time before the first server response, e.g. from a member that is not yet primary', () => {
  expect(Math.abs(synchronizedClock().now() - Date.now())).toBeLessThan(60_000);
});

test('advances by the counter between two server responses', () => {
  const { counter, clock } = clockAt(50);
  clock.sync(1_000_000);
  expect(clock.now()).toBe(1_000_000);
  counter.at += 700;
  expect(clock.now()).toBe(1_000_700);
});

test('is not set back by a delayed server response', () => {
  const { counter, clock } = clockAt(0);
  clock.sync(1_000_000);
  counter.at = 3_000;
  clock.sync(1_001_000);
  expect(clock.now()).toBe(1_003_000);
});

test('follows a server clock that was set back after ten responses', () => {
  const { counter, clock } = clockAt(0);
  clock.sync(1_000_000);
  for (let second = 1; second <= 10; second += 1) {
    counter.at = second * 1_000;
    clock.sync(500_000 + second * 1_000);
  }
  expect(clock.now()).toBe(510_000);
});

test('follows a server clock that was set forward immediately', () => {
  const { counter, clock } = clockAt(0);
  clock.sync(1_000_000);
  counter.at = 1_000;
  clock.sync(2_000_000);
  expect(clock.now()).toBe(2_000_000);
});
