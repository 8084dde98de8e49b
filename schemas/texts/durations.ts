const second = 1000;
const day = 24 * 60 * 60 * second;

/** Largest first. Months have 30 days and years 365 everywhere in the product (spec 9). */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', 60 * 60 * second],
  ['minute', 60 * second],
  ['second', second],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][];

/** A duration in milliseconds as a whole number of the largest unit (spec 9); undefined for less than a second. */
export function toLargestUnit(time: number): { count: number; unit: (typeof units)[number][0] } | undefined {
  for (const [unit, length] of units) {
    const count = Math.floor(time / length);
    if (count > 0) return { count, unit };
  }
  return undefined;
}
