import { describe, expect, it } from 'vitest';
import { addCalendarUnits, isoText, startOfDay } from './calendar.ts';
import { parseDate } from './date-text.ts';
import { Duration } from './duration.ts';
import { zoneOf } from './zone.ts';

describe('zoneOf', () => {
  it.each(['utc', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe'])(
    'converts moments in %s to calendar fields and back',
    (name) => {
      const zone = zoneOf(name);
      for (let day = 0; day < 730; day += 1) {
        const moment = Date.UTC(2025, 0, 1) + day * 86_400_000 + ((day * 7) % 24) * 3_600_000;
        expect(isoText(zone.momentOf(zone.fieldsOf(moment)), zone)).toBe(isoText(moment, zone));
      }
    },
  );

  it('moves by months to the same hour across a daylight saving change', () => {
    const zone = zoneOf('Europe/Berlin');
    const start = parseDate('2026-03-01T12:00', zone);
    expect(isoText(addCalendarUnits(start, Duration.of(1, 'month'), zone), zone)).toBe('2026-04-01T12:00:00.000+02:00');
  });

  it('finds the start of a day without midnight', () => {
    const zone = zoneOf('America/Sao_Paulo');
    const noon = parseDate('2018-11-04T12:00', zone);
    expect(isoText(startOfDay(noon, zone), zone)).toBe('2018-11-04T01:00:00.000-02:00');
  });

  it('parses the first day after Samoa skipped one', () => {
    const zone = zoneOf('Pacific/Apia');
    expect(isoText(parseDate('2011-12-31T00:00', zone), zone)).toBe('2011-12-31T00:00:00.000+14:00');
  });
});
