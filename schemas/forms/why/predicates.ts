import type { Chain } from '#grammar/index.ts';
import type { Asked } from './comparisons.ts';
import { isSeenChange, nounOf, valueTold } from './nouns.ts';
import { cameTo, type Telling, words } from './telling.ts';
import { quoted } from './value-words.ts';

const kinds: ReadonlyMap<string, string> = new Map([
  ['valid_email', 'a valid e-mail address'],
  ['valid_url', 'a valid web address'],
]);

/** Describes a helper with a boolean result: `$email:valid_email`, or one of the form's own. */
export function predicateInWords(telling: Telling, node: Chain, { turn, wanted }: Asked): string | undefined {
  const { base, tails } = node;
  const value = cameTo(telling, node, turn);
  const last = tails.at(-1);
  const isOfBase = !tails.slice(0, -1).some(isSeenChange);
  if (last?.type !== 'ornament' || typeof value !== 'boolean' || !isOfBase) return undefined;
  const subject = `${nounOf(telling, base, turn)} is ${valueTold(telling, base, turn)}`;
  const isAsWanted = wanted === null || wanted === value;
  if (last.name === 'is_empty') {
    return isAsWanted ? subject : `${subject}, and it must be ${wanted ? 'empty' : 'filled in'}`;
  }
  const kind = kinds.get(last.name);
  const name = quoted(words(last.name).replace(/^(is|has) /, ''));
  const not = kind ? 'is not' : 'does not';
  if (isAsWanted) {
    return `${subject}, which ${value ? (kind ? `is ${kind}` : `counts as ${name}`) : `${not} ${kind ?? `count as ${name}`}`}`;
  }
  return `${subject}, and it must ${wanted ? '' : 'not '}${kind ? `be ${kind}` : `count as ${name}`}`;
}
