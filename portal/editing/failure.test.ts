import { describe, expect, it } from 'vitest';
import { ApiError, unanswered } from '../api/ApiError.ts';
import { heldAfter, pauseOf } from './failure.ts';

const changes = { formData: { headline: 'New' } };
const refusal = (status: number) => new ApiError(status, { error: 'Error', code: 'REQUEST_DENIED' });

describe('a failed autosave', () => {
  it('is retried when there was no answer, the server is down or busy, or the session ended', () => {
    for (const error of [unanswered(0), unanswered(502), refusal(503), refusal(429), refusal(401)]) {
      expect(heldAfter(error, changes, null)).toEqual({ why: 'unanswered' });
    }
    expect(pauseOf({ why: 'unanswered' })).toBe(10_000);
  });

  it('backs off exponentially after each rejection, up to two minutes', () => {
    let held = heldAfter(refusal(422), changes, null);
    const pauses = [pauseOf(null), pauseOf(held)];
    for (let time = 2; time <= 8; time += 1) {
      held = heldAfter(refusal(422), changes, held);
      pauses.push(pauseOf(held));
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000, 120_000]);
  });

  it('resets the backoff once the server was unreachable', () => {
    const once = heldAfter(refusal(400), changes, null);
    expect(heldAfter(refusal(400), changes, heldAfter(unanswered(0), changes, once))).toMatchObject({ times: 1 });
  });
});
