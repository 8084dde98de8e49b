const second = 1000;
const day = 24 * 60 * 60 * second;

/** Largest first; month and year as the product counts them everywhere (spec 9). */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', 60 * 60 * second],
  ['minute', 60 * second],
  ['second', second],
] as const satisfies [Intl.RelativeTimeFormatUnit, number][];

/** A time in milliseconds by the largest unit that has a positive value (spec 9); undefined for less than a second. */
export function inLargestUnit(time: number): { count: number; unit: (typeof units)[number][0] } | undefined {
  for (const [unit, length] of units) {
    const count = Math.floor(time / length);
    if (count > 0) return { count, unit };
  }
  return undefined;
}
