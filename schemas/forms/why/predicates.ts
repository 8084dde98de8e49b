import type { Chain } from '#grammar/index.ts';
import type { DescribeOptions } from './comparisons.ts';
import { type Explanation, keyInWords, traceValue } from './explanation.ts';
import { isSeenChange, nounOf, valueTold } from './nouns.ts';
import { quote } from './value-words.ts';

const kinds: ReadonlyMap<string, string> = new Map([
  ['valid_email', 'a valid e-mail address'],
  ['valid_url', 'a valid web address'],
]);

/** Describes a helper with a boolean result: `$email:valid_email`, or one of the form's own. */
export function predicateInWords(
  telling: Explanation,
  node: Chain,
  { turn, expected }: DescribeOptions,
): string | undefined {
  const { base, tails } = node;
  const value = traceValue(telling, node, turn);
  const last = tails.at(-1);
  const isOfBase = !tails.slice(0, -1).some(isSeenChange);
  if (last?.type !== 'ornament' || typeof value !== 'boolean' || !isOfBase) return undefined;
  const subject = `${nounOf(telling, base, turn)} is ${valueTold(telling, base, turn)}`;
  const isAsWanted = expected === null || expected === value;
  if (last.name === 'is_empty') {
    return isAsWanted ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
  }
  const kind = kinds.get(last.name);
  const name = quote(keyInWords(last.name).replace(/^(is|has) /, ''));
  const not = kind ? 'is not' : 'does not';
  if (isAsWanted) {
    return `${subject}, which ${value ? (kind ? `is ${kind}` : `counts as ${name}`) : `${not} ${kind ?? `count as ${name}`}`}`;
  }
  return `${subject}, and it must ${expected ? '' : 'not '}${kind ? `be ${kind}` : `count as ${name}`}`;
}
