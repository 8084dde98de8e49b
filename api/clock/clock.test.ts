import { expect, test } from 'vitest';
import { followingClock } from './clock.ts';

/** A clock whose counter the test moves. */
function clockAt(start: number) {
  const counter = { at: start };
  return { counter, clock: followingClock(() => counter.at) };
}

test('before the first answer, as of a member that is no primary yet, the clock shows the time of this machine', () => {
  expect(Math.abs(followingClock().now() - Date.now())).toBeLessThan(60_000);
});

test('between two answers of the server the clock goes on by the counter', () => {
  const { counter, clock } = clockAt(50);
  clock.hear(1_000_000);
  expect(clock.now()).toBe(1_000_000);
  counter.at += 700;
  expect(clock.now()).toBe(1_000_700);
});

test('an answer that was long on its way does not set the clock back', () => {
  const { counter, clock } = clockAt(0);
  clock.hear(1_000_000);
  counter.at = 3_000;
  clock.hear(1_001_000);
  expect(clock.now()).toBe(1_003_000);
});

test('a server whose clock was set back is followed once it has said so ten times', () => {
  const { counter, clock } = clockAt(0);
  clock.hear(1_000_000);
  for (let second = 1; second <= 10; second += 1) {
    counter.at = second * 1_000;
    clock.hear(500_000 + second * 1_000);
  }
  expect(clock.now()).toBe(510_000);
});

test('a server whose clock was set forward is followed at once', () => {
  const { counter, clock } = clockAt(0);
  clock.hear(1_000_000);
  counter.at = 1_000;
  clock.hear(2_000_000);
  expect(clock.now()).toBe(2_000_000);
});
