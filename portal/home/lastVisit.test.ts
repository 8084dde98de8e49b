import { describe, expect, it } from 'vitest';
import { nextVisit } from './HomePage.tsx';

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`);
const stored = (visit: object) => JSON.stringify(visit);

describe('nextVisit', () => {
  it('reports no earlier visit on the first one', () => {
    expect(nextVisit(null, at('09:00'))).toEqual({ since: null, at: '2026-11-23T09:00:00.000Z' });
  });

  it('keeps the start of the current visit until half an hour passes without activity', () => {
    const evening = stored({ since: null, at: '2026-11-22T17:10:00.000Z' });
    const morning = nextVisit(evening, at('09:00'));
    expect(morning.since).toBe('2026-11-22T17:10:00.000Z');
    const later = nextVisit(stored(morning), at('09:29'));
    expect(later).toEqual({ since: '2026-11-22T17:10:00.000Z', at: '2026-11-23T09:29:00.000Z' });
    expect(nextVisit(stored(later), at('09:59')).since).toBe('2026-11-23T09:29:00.000Z');
  });

  it.each(['{', 'null', '7', '{"at":"soon"}', '{"at":"2026-11-22T17:10:00.000Z","since":{}}'])(
    'treats an invalid stored value as no earlier visit: %s',
    (broken) => {
      expect(nextVisit(broken, at('09:00')).since).toBeNull();
    },
  );
});
