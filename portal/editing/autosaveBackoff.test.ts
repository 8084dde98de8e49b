import { describe, expect, it } from 'vitest';
import { ApiError, noResponseError } from '../api/ApiError.ts';
import { autosaveBackoff, nextAutosaveFailure } from './autosaveBackoff.ts';

const changes = { formData: { headline: 'New' } };
const rejection = (status: number) => new ApiError(status, { error: 'Error', code: 'REQUEST_DENIED' });

describe('a failed autosave', () => {
  it('is retried when there was no answer, the server is down or busy, or the session ended', () => {
    for (const error of [noResponseError(0), noResponseError(502), rejection(503), rejection(429), rejection(401)]) {
      expect(nextAutosaveFailure(error, changes, null)).toEqual({ reason: 'unanswered' });
    }
    expect(autosaveBackoff({ reason: 'unanswered' })).toBe(10_000);
  });

  it('backs off exponentially after each rejection, up to two minutes', () => {
    let failure = nextAutosaveFailure(rejection(422), changes, null);
    const pauses = [autosaveBackoff(null), autosaveBackoff(failure)];
    for (let time = 2; time <= 8; time += 1) {
      failure = nextAutosaveFailure(rejection(422), changes, failure);
      pauses.push(autosaveBackoff(failure));
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000, 120_000]);
  });

  it('resets the backoff once the server was unreachable', () => {
    const once = nextAutosaveFailure(rejection(400), changes, null);
    expect(
      nextAutosaveFailure(rejection(400), changes, nextAutosaveFailure(noResponseError(0), changes, once)),
    ).toMatchObject({ attempts: 1 });
  });
});
