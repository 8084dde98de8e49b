/**
 * What a script gave, as JSON: a date as its day in the zone or as its moment, a duration as its milliseconds. `isDay` says
 * which of both a date is wanted as.
 */
export function jsonOf(value: unknown, wanted: { isDay: boolean; zone: string }): unknown {
  if (value instanceof Date) return wanted.isDay ? dayOf(value, wanted.zone) : value.toISOString();
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, wanted));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && 'milliseconds' in value) return value.milliseconds;
  return Object.fromEntries(entries.map(([key, item]) => [key, jsonOf(item, wanted)]));
}

function dayOf(date: Date, zone: string): string {
  // Sweden writes its dates as ISO does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(date);
}
