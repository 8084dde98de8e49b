const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])m)?)?$/i;

/** The moment that a cell says, in UTC unless it says otherwise: 2026-03-31, 2026-03-31T08:30Z, 3/31/2026, 3/31/26 8:30 PM. */
export function momentOf(text: string): string | undefined {
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone] = iso.exec(text) ?? [];
  if (year !== undefined) {
    const parts = [year, month, day, hour, minute, second].map(Number);
    return shifted(momentAt(parts), zone);
  }
  const [, monthFirst, dayNext, shortYear = '', at = 0, past = 0, then = 0, half] = american.exec(text) ?? [];
  if (monthFirst === undefined) return undefined;
  const full = shortYear.length === 2 ? 2_000 + Number(shortYear) : Number(shortYear);
  const hours = half === undefined ? Number(at) : (Number(at) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (half !== undefined && Number(at) > 12) return undefined;
  return shifted(momentAt([full, Number(monthFirst), Number(dayNext), hours, Number(past), Number(then)]), undefined);
}

/** Milliseconds; undefined where there is no such day or time. */
function momentAt([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]): number | undefined {
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const isThere =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isThere ? time : undefined;
}

function shifted(time: number | undefined, zone: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '') ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return new Date(time - ahead).toISOString();
}
