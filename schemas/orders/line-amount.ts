import { multiply, toCents } from '#grammar/decimal/decimal.ts';
import { sumOfMoney } from '../forms/amount.ts';
import { isRecord } from '../forms/is-record.ts';
import type { JsonMap } from '../generated/types.ts';
import { lineProperties } from './line-labels.ts';

/** What of a line's data is money by its product's schema, each key with its currency. */
export function lineMoney(schema: JsonMap | undefined): Map<string, string> {
  return new Map(
    lineProperties(schema).flatMap(([key, property]) =>
      isRecord(property) && typeof property['x-money'] === 'string' ? [[key, property['x-money']]] : [],
    ),
  );
}

/**
 * What a line comes to: each value that its product's schema lets count (`x-counted`), as often as this
 * says. Null where none counts, or what counts is not filled in.
 */
export function lineAmount(schema: JsonMap | undefined, data: JsonMap): number | null {
  const counted = new Map(
    lineProperties(schema).flatMap(([key, property]) => {
      const times = isRecord(property) ? timesOf(property['x-counted']) : undefined;
      return times ? [[key, times]] : [];
    }),
  );
  return sumOfMoney(
    [...counted].flatMap(([key, times]) =>
      productOf([data[key], ...times.map((factor) => (typeof factor === 'string' ? data[factor] : factor))]),
    ),
  );
}

/** `true` counts once; a list has what it is multiplied by: numbers of the line by their keys, and numbers as they stand. */
function timesOf(counted: unknown): unknown[] | undefined {
  if (counted === true) return [];
  return Array.isArray(counted) ? counted : undefined;
}

function productOf(factors: readonly unknown[]): number[] {
  const numbers = factors.filter((factor) => typeof factor === 'number');
  if (numbers.length < factors.length) return [];
  return [toCents(numbers.reduce(multiply, 1))];
}

/** What form and lines come to together; null where neither has an amount. */
export const orderAmount = (form: number | null, lines: readonly (number | null)[]): number | null =>
  sumOfMoney([form, ...lines]);
