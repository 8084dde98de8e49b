import type { Condition, ConditionUse, ConditionValue, Type } from '#grammar/index.ts';
import type { FormScope, ValidWidget } from '../forms/form.ts';
import { widgetName } from '../forms/name-of.ts';
import { scopeFor } from '../forms/scope-for.ts';
import { scriptOptions } from '../forms/script-options.ts';

/** A field that can be used in conditions. */
export interface ConditionField {
  /** The name in scripts. */
  readonly field: string;
  /** The label. */
  readonly name: string;
  readonly type: Type;
  /** Whether it is a yes/no question, which can also be unanswered. */
  readonly isQuestion?: boolean;
  /** The options of the field; empty if any value can be typed. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export type ConditionOperator = Condition['operator'];

/**
 * The fields that a script of a widget can use in conditions: its own value first, then by scope from the inside out.
 */
export function conditionFields(widget: ValidWidget, use: ConditionUse): ConditionField[] {
  const { schema, this: own } = scriptOptions(widget, use === 'condition' ? 'condition' : 'validation');
  const fields: ConditionField[] =
    use === 'validate' && widget.key !== ''
      ? [{ ...answersOf(widget), field: 'this', name: `${widgetName(widget)} (this field)`, type: own }]
      : [];
  const seen = new Set<string>();
  for (let scope: FormScope | null = scopeFor(widget); scope; scope = scope.parent) {
    for (const [key, owner] of scope.owners) {
      const type = schema[key];
      if (!seen.has(key) && type !== undefined && owner !== widget) fields.push(...within(`$${key}`, owner, type));
      seen.add(key);
    }
  }
  return fields;
}

/** The field, or the fields of a record. Lists of records are not offered, since they need a script. */
function within(field: string, owner: ValidWidget, type: Type): ConditionField[] {
  const own = { ...answersOf(owner), field, name: widgetName(owner), type };
  if (typeof type !== 'object') return [own];
  if ('list' in type) return typeof type.list === 'object' ? [] : [own];
  return [...owner.inner.owners].flatMap(([key, inner]) => {
    const part = type.record[key];
    return part === undefined ? [] : within(`${field}.${key}`, inner, part);
  });
}

function answersOf({ config }: ValidWidget): Pick<ConditionField, 'choices' | 'isQuestion'> {
  const choices = 'options' in config ? config.options.map(({ value, label = value }) => ({ value, label })) : [];
  const isQuestion = 'presentation' in config && config.presentation === 'yes_no';
  return { choices, ...(isQuestion ? { isQuestion } : {}) };
}

type OperatorContext = Pick<ConditionField, 'type' | 'isQuestion'>;

/** The operators for a field, the likeliest first. */
export function operatorsOf({ type, isQuestion }: OperatorContext): readonly ConditionOperator[] {
  if (typeof type === 'object') return ['includes', 'not includes'];
  return isQuestion ? ['==', '!=', 'filled', 'empty'] : operators[type];
}

const textTests: readonly ConditionOperator[] = [
  ...(['starts with', 'not starts with', 'ends with', 'not ends with', 'pattern', 'not pattern'] as const),
];
const comparisons: readonly ConditionOperator[] = ['==', '!=', '<', '<=', '>', '>='];
const operators: Readonly<Record<Extract<Type, string>, readonly ConditionOperator[]>> = {
  text: ['==', '!=', 'in', 'not in', 'matches', 'not matches', ...textTests, 'filled', 'empty'],
  number: [...comparisons, 'filled', 'empty'],
  boolean: ['filled', 'empty'],
  date: ['<', '<=', '>', '>=', '==', '!=', 'filled', 'empty'],
  duration: comparisons,
  any: [
    ...comparisons,
    'in',
    'not in',
    'includes',
    'not includes',
    'matches',
    'not matches',
    ...textTests,
    'filled',
    'empty',
  ],
};

/** An operator in words, for the type of the field. */
export function operatorWords(operator: ConditionOperator, { type, isQuestion }: OperatorContext): string {
  const truths = isQuestion ? questionWords : truthWords;
  const own = type === 'date' ? dateWords : type === 'boolean' ? truths : {};
  return own[operator] ?? words[operator];
}

const words: Readonly<Record<ConditionOperator, string>> = {
  ...{ '==': 'is', '!=': 'is not', '<': 'is less than', '<=': 'is at most', '>': 'is more than', '>=': 'is at least' },
  ...{ in: 'is one of', 'not in': 'is not one of', includes: 'includes', 'not includes': "doesn't include" },
  ...{
    matches: 'contains the text',
    'not matches': "doesn't contain the text",
    filled: 'is filled in',
    empty: 'is empty',
  },
  ...{ 'starts with': 'starts with', 'not starts with': "doesn't start with" },
  ...{ 'ends with': 'ends with', 'not ends with': "doesn't end with" },
  ...{ pattern: 'has the pattern', 'not pattern': "doesn't have the pattern" },
};
const dateWords: Partial<Record<ConditionOperator, string>> = {
  ...{ '<': 'is before', '<=': 'is not after', '>': 'is after', '>=': 'is not before' },
};
const truthWords: Partial<Record<ConditionOperator, string>> = { filled: 'is yes', empty: 'is no' };
const questionWords: Partial<Record<ConditionOperator, string>> = { filled: 'is yes', empty: 'is no or not answered' };

/** The initial condition for a field. */
export function firstCondition(field: ConditionField): Condition {
  return withOperator({ field: field.field, operator: 'filled' }, operatorsOf(field)[0] ?? 'filled', field);
}

/** Changes the operator of a condition; keeps the value if it fits. */
export function withOperator(
  condition: Condition,
  operator: ConditionOperator,
  { type, choices }: Pick<ConditionField, 'type' | 'choices'>,
): Condition {
  const { field } = condition;
  if (operator === 'filled' || operator === 'empty') return { field, operator };
  const isList = operator === 'in' || operator === 'not in';
  const value = 'value' in condition ? condition.value : undefined;
  if (isPattern(operator))
    return { field, operator, value: value?.kind === 'text' ? value : { kind: 'text', text: '' } };
  if (value && (value.kind === 'texts') === isList) return { field, operator, value };
  return { field, operator, value: isList ? listOf(value, choices) : firstValue(type, choices) };
}

/** Whether the operator takes a pattern, which is always written as a text. */
export const isPattern = (operator: ConditionOperator): boolean => operator === 'pattern' || operator === 'not pattern';

function listOf(value: ConditionValue | undefined, choices: ConditionField['choices']): ConditionValue {
  const first = value?.kind === 'text' ? value.text : choices[0]?.value;
  return { kind: 'texts', texts: first === undefined ? [] : [first] };
}

/** The initial value to compare a field of this type with. */
export function firstValue(type: Type, choices: ConditionField['choices']): ConditionValue {
  if (type === 'number') return { kind: 'number', number: 0 };
  if (type === 'boolean') return { kind: 'truth', is: true };
  if (type === 'date') return { kind: 'source', source: 'today' };
  if (type === 'duration') return { kind: 'source', source: '1 day' };
  return { kind: 'text', text: choices[0]?.value ?? '' };
}
