import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

/** Import this module when a password is typed or set, and not before: its word lists take 40 MB of memory. */

/** A password has at least so many characters. */
export const shortestPassword = 10;

/** zxcvbn's scores go from 0 to 4; 3 withstands 10^8 guesses and more (design 5). */
const weakest = 3;

/** What stands behind these is not looked at, and so few swapped letters are: the work grows with the square of both. */
const bounds = { characters: 64, l33tMaxSubstitutions: 4 };

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
  l33tMaxSubstitutions: bounds.l33tMaxSubstitutions,
});

/** Why a password is not taken, for the person who typed it; undefined where it is strong enough. `own` are words that others know of that person. */
export function weaknessOf(password: string, own: readonly string[]): string | undefined {
  if (password.length < shortestPassword) return `Must have at least ${shortestPassword} characters`;
  const words = own
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2);
  const { score, feedback } = estimator.check(password.slice(0, bounds.characters), words);
  if (score >= weakest) return undefined;
  return `Too easy to guess. ${feedback.warning ?? feedback.suggestions[0] ?? 'Add more words that are less common.'}`;
}
