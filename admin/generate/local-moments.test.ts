import { describe, expect, it } from 'vitest';
import { localMoment, momentFromLocal } from './typed-inputs.tsx';

describe("moments in the user's time zone", () => {
  it.each(['2026-03-31T20:30:00.000Z', '2026-11-01T05:30:00.000Z', '2026-07-01T00:00:00.000Z'])(
    'show local time, and store %s again unchanged',
    (stored) => {
      const local = localMoment(stored);
      const clock = new Date(stored);
      expect(local.slice(11, 16)).toBe(
        [clock.getHours(), clock.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':'),
      );
      expect(momentFromLocal(local)).toBe(stored);
    },
  );

  it.each(['', '3/31/', '2026-03-31', 'soon'])('keep unparsable text %j as typed', (text) => {
    expect(localMoment(text)).toBe(text);
    expect(momentFromLocal(text)).toBe(text);
  });
});
