import type { AccessExplanation, GrantExplanation, GrantOrigin, Verdict } from './access-explanation.ts';
import { actionLabels, principalLabels, scopeLabels } from './access-labels.ts';

/** For example 'May read', 'May not decide about'. */
export const verdictText = ({ action, isAllowed }: Verdict<GrantOrigin>): string =>
  `${isAllowed ? 'May' : 'May not'} ${actionLabels[action]}`;

/**
 * The reasons of a decision as sentences: the grants that apply, or, if the action is denied, each grant with what is
 * missing.
 */
export function accessReasons({ isAllowed, ways }: Verdict<GrantOrigin>): string[] {
  const leading = ways.filter(({ isGranted, isInScope }) => isGranted && isInScope !== false);
  return isAllowed ? leading.map(leads) : ways.map(lacks);
}

function leads({ principal, scope, from }: GrantExplanation<GrantOrigin>): string {
  const by = [...new Set(from.map(originWords).filter((words) => words !== ''))];
  return `As ${new Intl.ListFormat('en').format(by.length > 0 ? by : [principalLabels[principal]])}: ${scopeLabels[scope]}`;
}

function lacks({ principal, scope, isGranted, isInScope }: GrantExplanation<GrantOrigin>): string {
  const none = isInScope === false ? ', which does not include this record' : '';
  return `${isGranted ? 'As' : 'Requires'} ${principalLabels[principal]}: ${scopeLabels[scope]}${none}`;
}

function originWords({ kind, role, entity, guild }: GrantOrigin): string {
  const words: Record<GrantOrigin['kind'], string> = {
    signedIn: '',
    role: role ?? '',
    membership: `member of ${entity?.name}`,
    guild: `of the guild ${guild?.name}`,
    accessRules: '',
  };
  return words[kind];
}

/** Explains in one sentence which rule or availability opens or closes a product to a person. */
export function productAccessText({
  isOpen,
  by,
  availability,
  rule,
}: NonNullable<AccessExplanation['product']>): string {
  const open = isOpen ? 'open to this person' : 'closed to this person';
  const of = by ? ` of ${by.name}` : '';
  if (rule) return `It is ${open} by the rule “${rule.rule}”${of}, priority ${rule.priority}.`;
  return `It is ${open}: no rule${of} names the person, and the availability is ${availability}.`;
}
