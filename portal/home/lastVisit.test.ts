import { describe, expect, it } from 'vitest';
import { visitNow } from './lastVisit.ts';

const at = (time: string) => new Date(`2026-11-23T${time}:00.000Z`);
const kept = (visit: object) => JSON.stringify(visit);

describe('what is new is told', () => {
  it('of no time to who was never here', () => {
    expect(visitNow(null, at('09:00'))).toEqual({ since: null, at: '2026-11-23T09:00:00.000Z' });
  });

  it('since the visit before ended, as long as this one goes on', () => {
    const evening = kept({ since: null, at: '2026-11-22T17:10:00.000Z' });
    const morning = visitNow(evening, at('09:00'));
    expect(morning.since).toBe('2026-11-22T17:10:00.000Z');
    const later = visitNow(kept(morning), at('09:29'));
    expect(later).toEqual({ since: '2026-11-22T17:10:00.000Z', at: '2026-11-23T09:29:00.000Z' });
    expect(visitNow(kept(later), at('09:59')).since).toBe('2026-11-23T09:29:00.000Z');
  });

  it.each(['{', 'null', '7', '{"at":"soon"}', '{"at":"2026-11-22T17:10:00.000Z","since":{}}'])(
    'of no time where what was kept is broken: %s',
    (broken) => {
      expect(visitNow(broken, at('09:00')).since).toBeNull();
    },
  );
});
