import type { ToldOrigin, Verdict, Way, Why } from './why.ts';
import { actionWords, principalWords, scopeWords } from './words.ts';

/** For example 'May read', 'May not decide about'. */
export const verdictWords = ({ action, isAllowed }: Verdict<ToldOrigin>): string =>
  `${isAllowed ? 'May' : 'May not'} ${actionWords[action]}`;

/**
 * The reasons of a decision as sentences: the grants that apply, or, if the action is denied, each grant with what is
 * missing.
 */
export function reasonsOf({ isAllowed, ways }: Verdict<ToldOrigin>): string[] {
  const leading = ways.filter(({ isHeld, isThere }) => isHeld && isThere !== false);
  return isAllowed ? leading.map(leads) : ways.map(lacks);
}

function leads({ principal, scope, from }: Way<ToldOrigin>): string {
  const by = [...new Set(from.map(originWords).filter((words) => words !== ''))];
  return `As ${new Intl.ListFormat('en').format(by.length > 0 ? by : [principalWords[principal]])}: ${scopeWords[scope]}`;
}

function lacks({ principal, scope, isHeld, isThere }: Way<ToldOrigin>): string {
  const none = isThere === false ? ', which this is not' : '';
  return `${isHeld ? 'As' : 'It takes'} ${principalWords[principal]}: ${scopeWords[scope]}${none}`;
}

function originWords({ kind, role, entity, guild }: ToldOrigin): string {
  const words: Record<ToldOrigin['kind'], string> = {
    signedIn: '',
    role: role ?? '',
    membership: `member of ${entity?.name}`,
    guild: `of the guild ${guild?.name}`,
    accessRules: '',
  };
  return words[kind];
}

/** Explains in one sentence which rule or availability opens or closes a product to a person. */
export function productWords({ isOpen, by, availability, rule }: NonNullable<Why['product']>): string {
  const open = isOpen ? 'open to this person' : 'closed to this person';
  const of = by ? ` of ${by.name}` : '';
  if (rule) return `It is ${open} by the rule “${rule.rule}”${of}, priority ${rule.priority}.`;
  return `It is ${open}: no rule${of} names the person, and the availability is ${availability}.`;
}
