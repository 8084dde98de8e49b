import type { Faker } from '@faker-js/faker';
import type { Client, JsonMap } from '#schemas/generated/types.ts';

/** What an order is filled in for. */
export interface Asked {
  random: Faker;
  client: Client | null;
  /** When it is sent for approval: dates are chosen after it. */
  at: Date;
}

/** How one of the demo's forms is filled in. */
export interface Answers {
  /** All that the rules of the form ask for, in the two parts that a person saves it in; nothing calculated reads the first. */
  fill(asked: Asked): [JsonMap, JsonMap];
  /** What is asked for after the approval. */
  change(asked: Asked, data: JsonMap): JsonMap;
  /** Mistakes that people make in the second part, each refused by a rule. */
  flaws: ((asked: Asked) => JsonMap)[];
}

/** A day as date_input keeps it. */
export function dayAfter(at: Date, days: number): string {
  return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
