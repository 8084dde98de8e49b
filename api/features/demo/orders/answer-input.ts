import type { Faker } from '@faker-js/faker';
import type { Client, JsonMap } from '#schemas/generated/types.ts';

/** Input for generating the answers of an order. */
export interface AnswerInput {
  random: Faker;
  client: Client | null;
  /** Submission time; generated dates come after it. */
  at: Date;
}

/** Generator for the answers of one demo form. */
export interface AnswerGenerator {
  /** Generates valid answers in two parts, saved one after the other. Calculated fields do not read the first part. */
  fill(input: AnswerInput): [JsonMap, JsonMap];
  /** Generates a change requested after approval. */
  change(input: AnswerInput, data: JsonMap): JsonMap;
  /** Typical mistakes in the second part, each rejected by a rule. */
  flaws: ((input: AnswerInput) => JsonMap)[];
}

/** Formats a day as `date_input` stores it. */
export function dayAfter(at: Date, days: number): string {
  return new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
