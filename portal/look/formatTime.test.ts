import { describe, expect, it } from 'vitest';
import { formatDateTime, formatRelativeTime } from './formatTime.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('formatRelativeTime', () => {
  it.each([
    ['2026-11-18T11:00:00.000Z', '3 days ago'],
    ['2026-11-20T11:00:00.000Z', '1 day ago'],
    ['2026-11-20T13:00:00.000Z', '23 hours ago'],
    ['2026-10-01T12:00:00.000Z', '1 month ago'],
    ['2024-11-01T12:00:00.000Z', '2 years ago'],
    ['2026-11-21T11:59:18.000Z', '42 seconds ago'],
    ['2026-11-21T12:00:00.000Z', 'just now'],
    ['2026-11-21T12:00:05.000Z', 'just now'],
  ])('formats %s as %s', (instant, words) => {
    expect(formatRelativeTime(instant, now)).toBe(words);
  });
});

describe('formatDateTime', () => {
  it('formats an instant as M/d/yy h:mm a', () => {
    expect(formatDateTime('2026-03-05T12:34:00.000Z')).toMatch(/^\d{1,2}\/\d{1,2}\/\d{2} \d{1,2}:\d{2} [AP]M$/);
  });
});
