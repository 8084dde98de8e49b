import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import { type ImportedRule, type RuleOperator, ruleLimits } from '../rule.ts';

/**
 * Converts the simple conditions of Form.io to a rule: `{show, when, eq}`, and the newer `{show, conjunction,
 * conditions}`. Null if there are none.
 */
export function readConditional(conditional: JsonMap): { rule: ImportedRule } | { unread: string } | null {
  const { when, eq, show, conditions, conjunction } = conditional;
  const rules = Array.isArray(conditions) && conditions.length > 0 ? conditions.map(readCondition) : [];
  if (typeof when === 'string' && when !== '') rules.push(comparison(when, '==', eq));
  if (rules.length === 0) return null;
  if (rules.length > ruleLimits.depth) return { unread: 'it has too many conditions' };
  const by: RuleOperator = conjunction === 'any' ? 'or' : 'and';
  let all: ImportedRule | null = null;
  for (const rule of rules) {
    if (!rule) return { unread: 'it compares in a way that our rules do not have' };
    all = all ? { is: 'pair', by, left: all, right: rule } : rule;
  }
  if (!all) return null;
  const isShown = show === undefined || show === null || show === '' || show === true || show === 'true';
  return { rule: isShown ? all : { is: 'not', of: all } };
}

const comparisons: Readonly<Record<string, RuleOperator>> = {
  isEqual: '==',
  isNotEqual: '!=',
  includes: 'includes',
  lessThan: '<',
  lessThanOrEqual: '<=',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  isDateEqual: '==',
  isNotDateEqual: '!=',
};

function readCondition(condition: unknown): ImportedRule | null {
  if (!isRecord(condition)) return null;
  const { component, operator = 'isEqual', value } = condition;
  if (typeof component !== 'string' || typeof operator !== 'string') return null;
  if (operator === 'isEmpty') return { is: 'empty', of: { is: 'name', name: component } };
  if (operator === 'isNotEmpty') return { is: 'not', of: { is: 'empty', of: { is: 'name', name: component } } };
  if (operator === 'notIncludes') return { is: 'not', of: comparison(component, 'includes', value) };
  const by = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  return by ? comparison(component, by, value) : null;
}

const comparison = (name: string, by: RuleOperator, value: unknown): ImportedRule => ({
  is: 'pair',
  by,
  left: { is: 'name', name },
  right: { is: 'value', value },
});
