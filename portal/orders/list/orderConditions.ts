import { dayText, momentText } from '#schemas/texts/moments.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { relativeDateLabels } from '#schemas/typed-values/relative-days.ts';
import type { FormColumn } from './formColumns.ts';
import { statusFilters } from './statusFilter.ts';

/** What the values of a filtered field are. */
export type ConditionKind = 'text' | 'number' | 'money' | 'date' | 'choice';

/** A field that orders can be filtered by. */
export interface ConditionField {
  /** The API's query key. */
  key: string;
  title: string;
  kind: ConditionKind;
  choices?: readonly { value: string; title: string }[];
}

/** How a filter compares the values of a field with its own. */
export interface ConditionOperator {
  /** What the operator adds to the query key. */
  suffix: '' | '.not' | '.contains' | '.from' | '.to' | '.is';
  title: string;
  /** The fixed value of an operator without an input. */
  value?: string;
  /** The input for its value. */
  input: 'text' | 'number' | 'date' | 'relativeDate' | 'choices' | 'none';
}

const empty: ConditionOperator[] = [
  { suffix: '.is', title: 'is empty', value: 'empty', input: 'none' },
  { suffix: '.is', title: 'is not empty', value: 'any', input: 'none' },
];
const numbers: ConditionOperator[] = [
  { suffix: '.from', title: 'is at least', input: 'number' },
  { suffix: '.to', title: 'is at most', input: 'number' },
  { suffix: '', title: 'is', input: 'number' },
  { suffix: '.not', title: 'is not', input: 'number' },
  ...empty,
];

/** The operators of each kind of field, the most frequent one first. */
export const conditionOperators: Readonly<Record<ConditionKind, readonly ConditionOperator[]>> = {
  text: [
    { suffix: '.contains', title: 'contains', input: 'text' },
    { suffix: '', title: 'is', input: 'text' },
    { suffix: '.not', title: 'is not', input: 'text' },
    ...empty,
  ],
  number: numbers,
  money: numbers,
  date: [
    { suffix: '', title: 'is in', input: 'relativeDate' },
    { suffix: '.from', title: 'is on or after', input: 'date' },
    { suffix: '.to', title: 'is on or before', input: 'date' },
    ...empty,
  ],
  choice: [
    { suffix: '', title: 'is any of', input: 'choices' },
    { suffix: '.not', title: 'is none of', input: 'choices' },
  ],
};

const statusChoices = statusFilters.map(({ status, title }) => ({
  value: status,
  title: title === 'Drafts' ? 'Draft' : title,
}));

/** The fields that filters offer: those of every order, and the table columns of the form. */
export function conditionFields(columns: readonly FormColumn[]): ConditionField[] {
  return [
    { key: 'campaign', title: 'Campaign', kind: 'text' },
    { key: 'refCode', title: 'Reference', kind: 'text' },
    { key: 'amount', title: 'Amount', kind: 'money' },
    { key: 'status', title: 'Status', kind: 'choice', choices: statusChoices },
    { key: 'submissionDate', title: 'Submitted', kind: 'date' },
    { key: 'updatedAt', title: 'Updated', kind: 'date' },
    { key: 'createdAt', title: 'Created', kind: 'date' },
    { key: 'neededBy', title: 'Needed by', kind: 'date' },
    ...columns.map(({ path, title, kind }) => ({ key: `formData.${path}`, title, kind })),
  ];
}

/** Describes a filter by its query key and value: `Amount is at least 500`. Unknown fields keep their key. */
export function describeCondition(fields: readonly ConditionField[], key: string, value: string): string {
  const field = fields.find((each) => key === each.key || key.startsWith(`${each.key}.`));
  if (!field) return `${key}: ${value}`;
  const suffix = key.slice(field.key.length);
  const operator = conditionOperators[field.kind].find(
    (each) => each.suffix === suffix && (each.value === undefined || each.value === value),
  );
  if (!operator) return `${field.title}: ${value}`;
  return [field.title, operator.title, ...(operator.input === 'none' ? [] : [valueWords(field, operator, value)])].join(
    ' ',
  );
}

const relativeDates = new Map<string, string>(Object.entries(relativeDateLabels));

function valueWords({ choices = [] }: ConditionField, { input }: ConditionOperator, value: string): string {
  if (input === 'relativeDate') return relativeDates.get(value)?.toLowerCase() ?? value;
  // A view of the back-office has the instant at which the day begins or ends.
  if (input === 'date') return isDay(value) ? dayText(value) : momentText(value);
  if (input !== 'choices') return value;
  return value
    .split(',')
    .map((each) => choices.find((choice) => choice.value === each)?.title ?? each)
    .join(' or ');
}

/** The columns that can be hidden. The campaign names the order and always stays. */
export const standardColumns = [
  { key: 'client', title: 'Client' },
  { key: 'amount', title: 'Amount' },
  { key: 'status', title: 'Status' },
  { key: 'user', title: 'Person' },
  { key: 'submissionDate', title: 'Submitted' },
  { key: 'updatedAt', title: 'Updated' },
] as const;
