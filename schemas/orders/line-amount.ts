import { multiply, toCents } from '#grammar/decimal/decimal.ts';
import { sumOfMoney } from '../forms/amount.ts';
import { isRecord } from '../forms/is-record.ts';
import type { JsonMap } from '../generated/types.ts';
import { lineProperties } from './line-labels.ts';

/** The money properties of a line by its product's schema, each key with its currency. */
export function lineMoney(schema: JsonMap | undefined): Map<string, string> {
  return new Map(
    lineProperties(schema).flatMap(([key, property]) =>
      isRecord(property) && typeof property['x-money'] === 'string' ? [[key, property['x-money']]] : [],
    ),
  );
}

/**
 * The amount of an order line: the sum of the values that its product's schema counts (`x-counted`), multiplied by
 * their factors. Null if there are none or they are empty.
 */
export function lineAmount(schema: JsonMap | undefined, data: JsonMap): number | null {
  const countedValues = new Map(
    lineProperties(schema).flatMap(([key, property]) => {
      const times = isRecord(property) ? timesOf(property['x-counted']) : undefined;
      return times ? [[key, times]] : [];
    }),
  );
  return sumOfMoney(
    [...countedValues].flatMap(([key, times]) =>
      productOf([data[key], ...times.map((factor) => (typeof factor === 'string' ? data[factor] : factor))]),
    ),
  );
}

/** `true` counts the value once. A list gives the factors: keys of numbers in the line, or literal numbers. */
function timesOf(keyword: unknown): unknown[] | undefined {
  if (keyword === true) return [];
  return Array.isArray(keyword) ? keyword : undefined;
}

function productOf(factors: readonly unknown[]): number[] {
  const numbers = factors.filter((factor) => typeof factor === 'number');
  if (numbers.length < factors.length) return [];
  return [toCents(numbers.reduce(multiply, 1))];
}

/** The total amount of an order: form and lines; null if neither has an amount. */
export const orderAmount = (form: number | null, lines: readonly (number | null)[]): number | null =>
  sumOfMoney([form, ...lines]);
