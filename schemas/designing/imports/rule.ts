import { toNumber } from '../../forms/kinds/number.ts';
import { findField, type NamedField, type Names } from './names.ts';

/** A parsed condition or formula of another format (AST). */
export type ImportedRule =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'not'; readonly of: ImportedRule }
  | { readonly is: 'empty'; readonly of: ImportedRule }
  | { readonly is: 'pair'; readonly by: RuleOperator; readonly left: ImportedRule; readonly right: ImportedRule };

export type RuleOperator = (typeof operators)[number];
const operators = ['and', 'or', '==', '!=', '<', '<=', '>', '>=', 'includes', '+', '-', '*', '/', '%'] as const;

/** The limits on the length and depth of a rule of another format. */
export const ruleLimits = { characters: 5_000, depth: 30 } as const;

/** Prints a rule in our language, for a script in the scope of `names`; or says why it cannot be expressed. */
export function printRule(rule: ImportedRule, names: Names): { script: string } | { unread: string } {
  const printer: Printer = { names, faults: [] };
  const script = printNode(printer, rule);
  const [unread] = printer.faults;
  return unread === undefined ? { script } : { unread };
}

interface Printer {
  readonly names: Names;
  readonly faults: string[];
}

function printNode(printer: Printer, rule: ImportedRule): string {
  switch (rule.is) {
    case 'value':
      return printValue(printer, rule.value);
    case 'name':
      return pathOf(fieldOf(printer, rule));
    case 'not':
      return `(not ${printNode(printer, rule.of)})`;
    case 'empty':
      return printEmpty(printer, rule.of);
    case 'pair': {
      const field = fieldOf(printer, rule.left) ?? fieldOf(printer, rule.right);
      const side = (each: ImportedRule) => printSide(printer, each, field);
      const unchecked = printUnchecked(printer, rule);
      if (unchecked) return unchecked;
      if (isArithmetic(rule.by))
        return `(${printNumber(printer, rule.left)} ${rule.by} ${printNumber(printer, rule.right)})`;
      return `(${side(rule.left)} ${rule.by} ${side(rule.right)})`;
    }
  }
}

/** A comparison of a checkbox with false. An untouched checkbox has no value and counts as unchecked, too. */
function printUnchecked(printer: Printer, { by, left, right }: Extract<ImportedRule, { is: 'pair' }>): string | null {
  const field = fieldOf(printer, left);
  const isFalse = right.is === 'value' && (right.value === false || right.value === 'false');
  if (field?.holds !== 'boolean' || !isFalse || (by !== '==' && by !== '!=')) return null;
  return by === '==' ? `(not ${pathOf(field)})` : pathOf(field);
}

const isArithmetic = (by: RuleOperator): boolean => /^[-+*/%]$/.test(by);

/** In a calculation an empty number counts as 0, as it does in the other format. */
function printNumber(printer: Printer, rule: ImportedRule): string {
  const field = fieldOf(printer, rule);
  return field?.holds === 'number' ? `(${pathOf(field)} or 0)` : printNode(printer, rule);
}

/** A literal is converted to the type of the field it is compared with: options are texts, dates are dates. */
function printSide(printer: Printer, rule: ImportedRule, field: NamedField | undefined): string {
  if (rule.is !== 'value' || !field) return printNode(printer, rule);
  const { value } = rule;
  const isText = field.holds === 'text' || field.holds === 'list';
  if (isText && typeof value === 'number') return printValue(printer, String(value));
  if (field.holds === 'date' && typeof value === 'string' && value !== '')
    return `(${printValue(printer, value)}):date`;
  if (field.holds === 'number' && typeof value === 'string') return printValue(printer, toNumber(value) ?? value);
  if ((field.holds === 'boolean' || field.holds === 'question') && (value === 'true' || value === 'false'))
    return value;
  return printNode(printer, rule);
}

function printEmpty(printer: Printer, of: ImportedRule): string {
  const field = fieldOf(printer, of);
  const path = printNode(printer, of);
  if (field?.holds === 'list') return `(!${path} or ${path}:length == 0)`;
  return field?.holds === 'number' || field?.holds === 'question' ? `(${path} == nothing)` : `(!${path})`;
}

function printValue(printer: Printer, value: unknown): string {
  if (typeof value === 'string') return textIn(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return `[${value.map((each) => printValue(printer, each)).join(', ')}]`;
  if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value)))
    return value < 0 ? `(${value})` : String(value);
  printer.faults.push("it compares with a value that the rules language doesn't support");
  return 'nothing';
}

/** A string literal of the rules language. */
export const textIn = (text: string): string =>
  `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')}"`;

const pathOf = (field: NamedField | undefined): string => `$${field?.path.join('.') ?? 'unknown'}`;

function fieldOf({ names, faults }: Printer, rule: ImportedRule): NamedField | undefined {
  if (rule.is !== 'name') return undefined;
  const field = findField(names, rule.name);
  if (!field) faults.push(`it uses ${rule.name.slice(0, 100)}, which wasn't imported as a field`);
  return field;
}
