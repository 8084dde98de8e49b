import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/**
 * Password strength (zxcvbn). Import this module lazily, only when a password is typed or set: its word lists take 40
 * MB of memory.
 */

/** The minimum length of a password. */
export const minPasswordLength = 10;

/** The minimum zxcvbn score (0 to 4) that is accepted. 3 withstands at least 10^8 guesses (design 5). */
const minScore = 3;

/** Limits on the input: zxcvbn's work grows with the square of the length and of the number of substituted letters. */
const bounds = { characters: 64, l33tMaxSubstitutions: 4 };

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  l33tMaxSubstitutions: bounds.l33tMaxSubstitutions,
});

/**
 * Why a password is too weak, as a message for the person who typed it; undefined if it is strong enough. `own` are
 * words that others know about that person (name, e-mail address), which must not make up the password.
 */
export function passwordWeakness(password: string, own: readonly string[]): string | undefined {
  if (password.length < minPasswordLength) return `Must have at least ${minPasswordLength} characters`;
  const words = own
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  const { score, feedback } = estimator.check(password.slice(0, bounds.characters), words);
  if (score >= minScore) return undefined;
  return `Too easy to guess. ${feedback.warning ?? feedback.suggestions[0] ?? 'Add more words that are less common.'}`;
}
