import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { NamedField } from '../names.ts';
import {
  fieldNamed,
  numberIn,
  printEmpty,
  printTestOfItems,
  printTestOfValues,
  type RulePrinter,
  refuse,
  ruleLimits,
  scriptPathOf,
  textIn,
} from '../rule.ts';

/** Whether a `conditional` of a component is set: the builder writes an empty one into each component. */
export const hasCondition = (conditional: JsonMap): boolean =>
  isLegacy(conditional) || listOfConditions(conditional).length > 0;

const isLegacy = ({ when }: JsonMap): boolean => typeof when === 'string' && when !== '';

/** The newer conditions count only with a conjunction. */
const listOfConditions = ({ conditions, conjunction }: JsonMap): unknown[] =>
  Array.isArray(conditions) && typeof conjunction === 'string' && conjunction !== '' ? conditions : [];

/**
 * Prints the simple conditions of Form.io: `{show, when, eq}`, and the newer `{show, conjunction, conditions}`, which
 * wins if both are set.
 */
export function printConditional(printer: RulePrinter, conditional: JsonMap): string {
  const all = listOfConditions(conditional);
  if (all.length === 0) return printLegacy(printer, conditional);
  if (all.length > ruleLimits.depth) return refuse(printer, 'it has too many conditions');
  const printed = all.filter(hasField).map((each) => printOne(printer, each));
  const by = conditional.conjunction === 'any' ? 'or' : 'and';
  const [only = String(by === 'and'), second] = printed;
  const rule = second === undefined ? only : `(${printed.join(` ${by} `)})`;
  const { show = true } = conditional;
  return show === true || show === 'true' ? rule : `(not ${rule})`;
}

/** Conditions without a field are ignored. */
const hasField = (condition: unknown): boolean => !isRecord(condition) || Boolean(condition.component);

/** An answer as Form.io reads it: numbers and booleans even if they are stored as texts. */
function readAnswer(value: unknown): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && value !== '' && String(Number(value)) === value ? Number(value) : value;
}

function printLegacy(printer: RulePrinter, { when, eq, show }: JsonMap): string {
  const field = fieldNamed(printer, String(when));
  if (!field) return 'nothing';
  const text = String(eq);
  const isEqual = (value: unknown) => String(readAnswer(value)) === text;
  if (field.isCheckboxes) return printLegacyCheckboxes(printer, field, { option: text, show: String(show) });
  if (field.holds === 'list' && /^\d+$/.test(text))
    return refuse(printer, `Form.io takes ${text.slice(0, 20)} for a position in the list`);
  const rule =
    field.holds === 'list'
      ? printTestOfItems(field, isEqual)
      : printTest(printer, field, { test: isEqual, by: '==', value: text });
  return String(show) === 'true' ? rule : `(not ${rule})`;
}

/** Form.io compares whether the option is selected with `show`. */
function printLegacyCheckboxes(
  printer: RulePrinter,
  field: NamedField,
  { option, show }: { option: string; show: string },
): string {
  if (show !== 'true') noteHidden(printer, field);
  if (!field.options.includes(option)) return String(show !== 'true');
  const isSelected = printTestOfItems(field, (each) => each === option);
  if (show === 'true') return isSelected;
  return show === 'false' ? `(not ${isSelected})` : 'false';
}

interface Test {
  readonly test: (value: unknown) => boolean;
  readonly by: string;
  readonly value: unknown;
}

function printTest(printer: RulePrinter, field: NamedField, { test, by, value }: Test): string {
  if (field.holds === 'boolean' && test(false) !== test(undefined)) noteHidden(printer, field);
  const known = printTestOfValues(field, test);
  if (known !== null) return known;
  const path = scriptPathOf(field);
  const isOrder = /[<>]/.test(by);
  switch (field.holds) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number === 'number' && !Number.isNaN(number)) return `(${path} ${by} ${numberIn(printer, number)})`;
      return refuse(printer, 'it compares a number with something else');
    }
    case 'text':
    case 'time':
      // Form.io puts only numbers in order.
      if (isOrder) return 'false';
      if (value === '' && field.holds === 'text') return by === '==' ? `(!${path})` : path;
      if (typeof value === 'string') return `(${path} ${by} ${textIn(value)})`;
      return String(by === '!=');
    case 'date':
      if (typeof value === 'string' && value !== '') return `(${path} ${by} (${textIn(value)}):date)`;
      return refuse(printer, 'it compares a date with something else');
    default:
      return refuse(printer, `it compares ${field.label.slice(0, 100)}, which is no single value`);
  }
}

/** A hidden field has no value in Form.io, which is not the same as no selection. */
function noteHidden(printer: RulePrinter, { label, conditions }: NamedField): void {
  if (conditions.length > 0) printer.notes.add(`While ${label} is hidden, nothing is selected in it here`);
}

const orders: Readonly<Record<string, string>> = {
  ...{ lessThan: '<', lessThanOrEqual: '<=', greaterThan: '>', greaterThanOrEqual: '>=' },
};
const dates: Readonly<Record<string, string>> = {
  ...{ isDateEqual: '==', isNotDateEqual: '!=', dateLessThan: '<', dateGreaterThan: '>' },
  ...{ dateLessThanOrEqual: '<=', dateGreaterThanOrEqual: '>=' },
};

function printOne(printer: RulePrinter, condition: unknown): string {
  const unsupported = "it uses a comparison that the rules language doesn't support";
  if (!isRecord(condition)) return refuse(printer, unsupported);
  const { component, operator = 'isEqual', value } = condition;
  if (typeof component !== 'string' || typeof operator !== 'string') return refuse(printer, unsupported);
  const field = fieldNamed(printer, component);
  if (!field) return 'nothing';
  switch (operator) {
    case 'isEmpty':
      return printEmpty(field);
    case 'isNotEmpty':
      return `(not ${printEmpty(field)})`;
    case 'isEqual':
    case 'isNotEqual':
      return printEquality(printer, field, { isNot: operator === 'isNotEqual', value });
    case 'includes':
    case 'notIncludes':
    case 'startsWith':
    case 'endsWith':
      return printPart(printer, field, { operator, value });
    default: {
      const order = Object.hasOwn(orders, operator) ? orders[operator] : undefined;
      const date = Object.hasOwn(dates, operator) ? dates[operator] : undefined;
      // Form.io takes `5` and `"5"` for different values.
      if (order) return printOrder(printer, field, { by: typeof value === 'number' ? order : order.charAt(0), value });
      if (date && field.holds === 'date') return printTest(printer, field, { test: () => false, by: date, value });
      return refuse(printer, unsupported);
    }
  }
}

function printEquality(printer: RulePrinter, field: NamedField, { isNot, value }: { isNot: boolean; value: unknown }) {
  const isEqual = (answer: unknown) => {
    const read = readAnswer(answer);
    const isParsed = (Boolean(read) || read === false) && typeof read !== 'string' && typeof value === 'string';
    return read === (isParsed ? readAnswer(value) : value);
  };
  if (field.holds !== 'list')
    return printTest(printer, field, { test: (each) => isEqual(each) !== isNot, by: isNot ? '!=' : '==', value });
  if (!isNot) return printTestOfItems(field, isEqual);
  // Checkboxes: the option is not selected. A list of choices: another option is selected.
  if (field.isCheckboxes) return `(not ${printTestOfItems(field, isEqual)})`;
  noteHidden(printer, field);
  return printTestOfItems(field, (each) => !isEqual(each));
}

function printPart(
  printer: RulePrinter,
  field: NamedField,
  { operator, value }: { operator: 'includes' | 'notIncludes' | 'startsWith' | 'endsWith'; value: unknown },
): string {
  if (typeof value !== 'string' || value === '') return refuse(printer, 'it compares with an empty value');
  const tests = {
    includes: (each: unknown) => typeof each === 'string' && each.includes(value),
    notIncludes: (each: unknown) => !(typeof each === 'string' && each.includes(value)),
    startsWith: (each: unknown) => each !== undefined && String(each).startsWith(value),
    endsWith: (each: unknown) => each !== undefined && String(each).endsWith(value),
  };
  const test = (each: unknown) => tests[operator](readAnswer(each));
  const path = scriptPathOf(field);
  if (field.holds === 'list') {
    if (field.isCheckboxes) return String(operator === 'notIncludes');
    if (operator === 'notIncludes') noteHidden(printer, field);
    return printTestOfItems(field, test);
  }
  const known = field.holds === 'boolean' ? null : printTestOfValues(field, test);
  if (known !== null) return known;
  if (field.holds !== 'text') return refuse(printer, 'it searches a text in a field of another type');
  switch (operator) {
    case 'includes':
      return `(${path} includes ${textIn(value)})`;
    case 'notIncludes':
      return `(not (${path} includes ${textIn(value)}))`;
    case 'startsWith':
      return `(${path} starts with ${textIn(value)})`;
    case 'endsWith':
      return `(${path} ends with ${textIn(value)})`;
  }
}

function printOrder(printer: RulePrinter, field: NamedField, { by, value }: { by: string; value: unknown }): string {
  const limit = Number(value);
  const test = (answer: unknown) => {
    const read = readAnswer(answer);
    if (typeof read !== 'number' || Number.isNaN(limit)) return false;
    if (by === '<') return read < limit;
    if (by === '>') return read > limit;
    return by === '<=' ? read <= limit : read >= limit;
  };
  const isNumericChoice =
    field.holds === 'choice' && field.options.every((each) => typeof readAnswer(each) === 'number');
  if (isNumericChoice && !Number.isNaN(limit))
    return `(${scriptPathOf(field)}:number ${by} ${numberIn(printer, limit)})`;
  if (field.holds === 'list') return printTestOfItems(field, test);
  return printTest(printer, field, { test, by, value });
}
