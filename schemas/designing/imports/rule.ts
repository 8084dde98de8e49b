import { numberOf } from '../../forms/kinds/number.ts';
import { fieldNamed, type NamedField, type Names } from './names.ts';

/** A condition or formula of another format, as it was read. */
export type Rule =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'not'; readonly of: Rule }
  | { readonly is: 'empty'; readonly of: Rule }
  | { readonly is: 'pair'; readonly by: Operator; readonly left: Rule; readonly right: Rule };

export type Operator = (typeof operators)[number];
export const operators = ['and', 'or', '==', '!=', '<', '<=', '>', '>=', 'includes', '+', '-', '*', '/', '%'] as const;

/** How long a rule of another format may be, and how deep. */
export const ruleLimits = { characters: 5_000, depth: 30 } as const;

/** A rule in our language, read from where `names` are; or why it can not be said in it. */
export function writtenRule(rule: Rule, names: Names): { script: string } | { unread: string } {
  const writing: Writing = { names, faults: [] };
  const script = written(writing, rule);
  const [unread] = writing.faults;
  return unread === undefined ? { script } : { unread };
}

interface Writing {
  readonly names: Names;
  readonly faults: string[];
}

function written(writing: Writing, rule: Rule): string {
  switch (rule.is) {
    case 'value':
      return writtenValue(writing, rule.value);
    case 'name':
      return pathOf(fieldOf(writing, rule));
    case 'not':
      return `(not ${written(writing, rule.of)})`;
    case 'empty':
      return writtenEmpty(writing, rule.of);
    case 'pair': {
      const field = fieldOf(writing, rule.left) ?? fieldOf(writing, rule.right);
      const side = (each: Rule) => writtenSide(writing, each, field);
      const unticked = untickedIn(writing, rule);
      if (unticked) return unticked;
      if (isArithmetic(rule.by)) return `(${counted(writing, rule.left)} ${rule.by} ${counted(writing, rule.right)})`;
      return `(${side(rule.left)} ${rule.by} ${side(rule.right)})`;
    }
  }
}

/** A comparison of a tick box with false: one that nobody has touched has no value, and is not ticked either. */
function untickedIn(writing: Writing, { by, left, right }: Extract<Rule, { is: 'pair' }>): string | null {
  const field = fieldOf(writing, left);
  const isFalse = right.is === 'value' && (right.value === false || right.value === 'false');
  if (field?.holds !== 'boolean' || !isFalse || (by !== '==' && by !== '!=')) return null;
  return by === '==' ? `(not ${pathOf(field)})` : pathOf(field);
}

const isArithmetic = (by: Operator): boolean => /^[-+*/%]$/.test(by);

/** In a calculation an unanswered number counts as 0, as it does in the other format. */
function counted(writing: Writing, rule: Rule): string {
  const field = fieldOf(writing, rule);
  return field?.holds === 'number' ? `(${pathOf(field)} or 0)` : written(writing, rule);
}

/** A value beside a field is written as that field has it: options are texts, dates are dates. */
function writtenSide(writing: Writing, rule: Rule, field: NamedField | undefined): string {
  if (rule.is !== 'value' || !field) return written(writing, rule);
  const { value } = rule;
  const isText = field.holds === 'text' || field.holds === 'list';
  if (isText && typeof value === 'number') return writtenValue(writing, String(value));
  if (field.holds === 'date' && typeof value === 'string' && value !== '')
    return `(${writtenValue(writing, value)}):date`;
  if (field.holds === 'number' && typeof value === 'string') return writtenValue(writing, numberOf(value) ?? value);
  if ((field.holds === 'boolean' || field.holds === 'question') && (value === 'true' || value === 'false'))
    return value;
  return written(writing, rule);
}

function writtenEmpty(writing: Writing, of: Rule): string {
  const field = fieldOf(writing, of);
  const path = written(writing, of);
  if (field?.holds === 'list') return `(!${path} or ${path}:length == 0)`;
  return field?.holds === 'number' || field?.holds === 'question' ? `(${path} == nothing)` : `(!${path})`;
}

function writtenValue(writing: Writing, value: unknown): string {
  if (typeof value === 'string') return textIn(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return `[${value.map((each) => writtenValue(writing, each)).join(', ')}]`;
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value)))
    return value < 0 ? `(${value})` : String(value);
  writing.faults.push('it compares with a value that our rules do not have');
  return 'nothing';
}

/** A text as the rules language writes it. */
export const textIn = (text: string): string =>
  `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')}"`;

const pathOf = (field: NamedField | undefined): string => `$${field?.path.join('.') ?? 'unknown'}`;

function fieldOf({ names, faults }: Writing, rule: Rule): NamedField | undefined {
  if (rule.is !== 'name') return undefined;
  const field = fieldNamed(names, rule.name);
  if (!field) faults.push(`it reads ${rule.name.slice(0, 100)}, which is no field that came over`);
  return field;
}
