import { isDay } from '../../../typed-values/parse-date.ts';
import type { NamedField } from '../names.ts';
import {
  fieldNamed,
  numberIn,
  printEmpty,
  printTestOfItems,
  printTestOfValues,
  type RulePrinter,
  refuse,
  scriptPathOf,
  textIn,
} from '../rule.ts';
import type { ComparisonOperator, Expression, ExpressionPair } from './expression.ts';
import { compareValues, isNumeric, isUnanswered, readAnswer } from './survey-values.ts';

/** Prints a condition. SurveyJS shows an element only if its condition is true, and not for any other value. */
export function printCondition(printer: RulePrinter, rule: Expression): string {
  switch (rule.is) {
    case 'name': {
      const field = fieldNamed(printer, rule.name);
      if (field && isPlainQuestion(field)) return scriptPathOf(field);
      return refuse(printer, `it uses ${rule.name.slice(0, 100)} without comparing it`);
    }
    case 'value':
      return typeof rule.value === 'boolean' ? String(rule.value) : refuse(printer, 'it is a value, not a comparison');
    case 'if':
      return `(if ${printTruth(printer, rule.condition)} { ${printCondition(printer, rule.yes)} } else { ${printCondition(printer, rule.no)} })`;
    case 'pair':
      // The value of `or` is its first side if that is not empty, also if it is a text.
      if (rule.by === 'or') return `(${printCondition(printer, rule.left)} or ${printCondition(printer, rule.right)})`;
      if (rule.by === 'and') return `(${printTruth(printer, rule.left)} and ${printCondition(printer, rule.right)})`;
      return isComparison(rule) ? printComparison(printer, rule) : refuse(printer, 'it is a formula, not a comparison');
    default:
      return printTruth(printer, rule);
  }
}

/** Prints when a condition is false: for a name without a value it is neither true nor false. */
export function printFalse(printer: RulePrinter, rule: Expression): string {
  if (rule.is === 'name') return `(${printCondition(printer, rule)} == false)`;
  if (isMaybeNothing(rule)) return refuse(printer, 'it combines values, not comparisons');
  return `not ${printCondition(printer, rule)}`;
}

/** Whether the result of a condition may be the value of a field. */
function isMaybeNothing(rule: Expression): boolean {
  if (rule.is === 'name') return true;
  if (rule.is === 'if') return isMaybeNothing(rule.yes) || isMaybeNothing(rule.no);
  const isJoined = rule.is === 'pair' && (rule.by === 'and' || rule.by === 'or');
  return isJoined && (isMaybeNothing(rule.left) || isMaybeNothing(rule.right));
}

/** What an expression gives: its text in our language and its type. */
export interface PrintedFormula {
  readonly code: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date';
}

/** Prints the formula of a calculated field. */
export function printFormula(printer: RulePrinter, rule: Expression): PrintedFormula {
  if (rule.is === 'if') {
    const [yes, no] = [printFormula(printer, rule.yes), printFormula(printer, rule.no)];
    if (yes.type !== no.type) refuse(printer, 'its results have different types');
    const code = `if ${printTruth(printer, rule.condition)} { ${yes.code} } else { ${no.code} }`;
    return { code: `(${code})`, type: yes.type };
  }
  if (rule.is === 'name') return printFieldAsFormula(printer, fieldNamed(printer, rule.name));
  if (rule.is === 'value') {
    const { value } = rule;
    if (typeof value === 'number') return { code: numberIn(printer, value), type: 'number' };
    if (typeof value === 'string') return { code: textIn(value), type: 'text' };
    return { code: printCondition(printer, rule), type: 'boolean' };
  }
  if (rule.is === 'pair' && isCalculation(rule)) return printCalculation(printer, rule);
  if (rule.is === 'pair' && (rule.by === 'and' || rule.by === 'or')) {
    // The value of a side that is no comparison may be the result.
    const sides = [rule.left, rule.right].map((side) => {
      const { code, type } = printFormula(printer, side);
      return type === 'boolean' && side.is !== 'name' ? code : refuse(printer, 'it combines values, not comparisons');
    });
    return { code: `(${sides.join(` ${rule.by} `)})`, type: 'boolean' };
  }
  return { code: printCondition(printer, rule), type: 'boolean' };
}

function printFieldAsFormula(printer: RulePrinter, field: NamedField | null): PrintedFormula {
  if (!field) return { code: 'nothing', type: 'number' };
  const code = scriptPathOf(field);
  if (isNumericChoice(field)) return { code: `${code}:number`, type: 'number' };
  switch (field.holds) {
    case 'number':
    case 'date':
      return { code, type: field.holds };
    case 'question':
      if (isPlainQuestion(field)) return { code, type: 'boolean' };
      break;
    case 'choice':
      if (field.own === 'other') break;
      return { code, type: 'text' };
    case 'text':
    case 'time':
      return { code, type: 'text' };
    default:
  }
  return { code: refuse(printer, `it copies ${field.label.slice(0, 100)}, which is no single value`), type: 'text' };
}

/** Prints whether the value of an expression counts as true. */
function printTruth(printer: RulePrinter, rule: Expression): string {
  switch (rule.is) {
    case 'value':
      return String(Boolean(rule.value));
    case 'name':
      return printTruthOfField(printer, fieldNamed(printer, rule.name));
    case 'not':
      return `(not ${printTruth(printer, rule.of)})`;
    case 'empty': {
      const field = rule.of.is === 'name' ? fieldNamed(printer, rule.of.name) : null;
      if (!field || field.holds === 'group')
        return refuse(printer, "it tests whether something empty that isn't a field");
      return printEmpty(field);
    }
    case 'if':
      return `(if ${printTruth(printer, rule.condition)} { ${printTruth(printer, rule.yes)} } else { ${printTruth(printer, rule.no)} })`;
    case 'pair':
      if (rule.by === 'and' || rule.by === 'or')
        return `(${printTruth(printer, rule.left)} ${rule.by} ${printTruth(printer, rule.right)})`;
      return isComparison(rule) ? printComparison(printer, rule) : printFormula(printer, rule).code;
  }
}

function printTruthOfField(printer: RulePrinter, field: NamedField | null): string {
  if (!field) return 'nothing';
  // An empty list counts as true, but not always.
  if (field.holds === 'list' || field.holds === 'rows' || field.holds === 'group')
    return refuse(printer, `it uses ${field.label.slice(0, 100)} without comparing it`);
  const path = scriptPathOf(field);
  if (field.holds === 'text') return `(${path} and ${path}:lower != "false" and ${path}:number != 0)`;
  return printTestOfValues(field, (value) => Boolean(readAnswer(value))) ?? path;
}

const isPlainQuestion = ({ holds, answers }: NamedField): boolean =>
  holds === 'question' && answers.yes === true && answers.no === false;

const isNumericChoice = ({ holds, options, own }: NamedField): boolean =>
  holds === 'choice' && own === 'none' && options.every((each) => typeof readAnswer(each) === 'number');

const comparisons: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'contains',
  'notcontains',
  'anyof',
  'allof',
]);
type ComparisonPair = ExpressionPair & { readonly by: ComparisonOperator };
const isComparison = (rule: ExpressionPair): rule is ComparisonPair => comparisons.has(rule.by);
const isCalculation = ({ by }: ExpressionPair): boolean => /^[-+*/%]$/.test(by);

const flipped: Partial<Record<ComparisonOperator, ComparisonOperator>> = {
  ...{ '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' },
};

function printComparison(printer: RulePrinter, { by, left, right }: ComparisonPair): string {
  if (left.is === 'value' && right.is === 'value') return String(compareValues(by, left.value, right.value));
  const flip = flipped[by];
  if (left.is === 'value')
    return flip
      ? printComparison(printer, { is: 'pair', by: flip, left: right, right: left })
      : refuse(printer, 'it compares a value with a list of fields');
  if (left.is === 'name' && right.is === 'value') {
    const field = fieldNamed(printer, left.name);
    return field ? printFieldTest(printer, field, { by, value: right.value }) : 'nothing';
  }
  return printComparisonOfTwo(printer, { is: 'pair', by, left, right });
}

interface Test {
  readonly by: ComparisonOperator;
  readonly value: unknown;
}

/** A comparison of a field with a constant. */
function printFieldTest(printer: RulePrinter, field: NamedField, { by, value }: Test): string {
  const isPlain = field.holds !== 'group' && field.holds !== 'rows' && field.holds !== 'list';
  if (isPlain && (by === '==' || by === '!=') && isUnanswered(value))
    return by === '==' ? printEmpty(field) : `(not ${printEmpty(field)})`;
  if (isNumericChoice(field) && typeof value === 'number' && /[<>]/.test(by))
    return `(${scriptPathOf(field)}:number ${by} ${numberIn(printer, value)})`;
  const test = (answer: unknown) => compareValues(by, readAnswer(answer), value);
  return printTestOfValues(field, test) ?? printTestOfOpenField(printer, field, { by, value });
}

function printTestOfOpenField(printer: RulePrinter, field: NamedField, test: Test): string {
  switch (field.holds) {
    case 'number':
      return printNumberTest(printer, scriptPathOf(field), test);
    case 'text':
      return printTextTest(printer, scriptPathOf(field), test);
    case 'time':
      return typeof test.value === 'string' && /^\d\d:\d\d$/.test(test.value) && /^[=<>!]/.test(test.by)
        ? `(${scriptPathOf(field)} ${test.by} ${textIn(test.value)})`
        : refuse(printer, 'it compares a time with something else');
    case 'date':
      return typeof test.value === 'string' && isDay(test.value) && /^[=<>!]/.test(test.by)
        ? `(${scriptPathOf(field)} ${test.by} (${textIn(test.value)}):date)`
        : refuse(printer, 'it compares a date with something else');
    case 'list':
      return printListTest(printer, field, test);
    default:
      return refuse(printer, `it compares ${field.label.slice(0, 100)}, which is no single value`);
  }
}

const joined = (by: 'and' | 'or', sides: readonly string[]): string => {
  const all = sides.filter((each) => each !== String(by === 'and'));
  const [only, second] = all;
  if (only === undefined) return String(by === 'and');
  return second === undefined ? only : `(${all.join(` ${by} `)})`;
};

function printNumberTest(printer: RulePrinter, path: string, { by, value }: Test): string {
  if (Array.isArray(value)) {
    const each = by === 'anyof' ? '==' : 'contains';
    if (by !== 'anyof' && by !== 'allof') return refuse(printer, 'it compares a number with a list');
    return joined(
      by === 'anyof' ? 'or' : 'and',
      value.map((item) => printNumberTest(printer, path, { by: each, value: item })),
    );
  }
  if (by === 'contains' || by === 'notcontains') {
    if (!value || (typeof value !== 'string' && typeof value !== 'number'))
      return refuse(printer, 'it searches nothing in a number');
    const found = `(${path}:text matches ${textIn(String(value))})`;
    return by === 'contains' ? found : `(${path} == 0 or not ${found})`;
  }
  if (!isNumeric(value) || by === 'anyof' || by === 'allof') {
    if (typeof value === 'string' && value !== '' && (by === '==' || by === '!=')) return String(by === '!=');
    return refuse(printer, 'it compares a number with something else');
  }
  return `(${path} ${by} ${numberIn(printer, Number(value))})`;
}

function printTextTest(printer: RulePrinter, path: string, { by, value }: Test): string {
  if (Array.isArray(value)) {
    if (by !== 'anyof' && by !== 'allof') return refuse(printer, 'it compares a text with a list');
    const each = by === 'anyof' ? '==' : 'contains';
    return joined(
      by === 'anyof' ? 'or' : 'and',
      value.map((item) => printTextTest(printer, path, { by: each, value: item })),
    );
  }
  if (value === null || value === undefined || value === '') return refuse(printer, 'it compares with an empty value');
  if (by === 'contains' || by === 'notcontains') {
    if (value === 0 || value === false) return refuse(printer, 'it searches nothing in a text');
    const found = `(${path} matches ${textIn(String(value))})`;
    return by === 'contains' ? found : `(not ${found})`;
  }
  if (by === 'anyof' || by === 'allof') return refuse(printer, 'it compares a text with the parts of another text');
  if (isNumeric(value) && (typeof value === 'number' || !/[<>]/.test(by)))
    return `(${path}:number ${by} ${numberIn(printer, Number(value))})`;
  if (by === '==' || by === '!=') return `(${path}:lower ${by} ${textIn(String(value).trim().toLowerCase())})`;
  return refuse(printer, 'it puts texts in order');
}

function printListTest(printer: RulePrinter, field: NamedField, { by, value }: Test): string {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const isOwn = (item: unknown) => field.own === 'text' || compareValues('==', 'other', item);
  if (field.own !== 'none' && values.some(isOwn)) return refuse(printer, 'it compares an answer in own words');
  const includes = values.map((item) => printTestOfItems(field, (option) => compareValues('==', option, item)));
  switch (by) {
    case '==':
    case '!=': {
      if (isUnanswered(value)) return refuse(printer, 'it compares a list with nothing');
      // A list never equals a single value.
      if (!Array.isArray(value)) return String(by === '!=');
      if (values.length === 0 || !values.every((item) => field.options.includes(String(item))))
        return refuse(printer, 'it compares a list with values that are no options');
      const isSame = `(${scriptPathOf(field)}:length == ${value.length} and ${includes.join(' and ')})`;
      return by === '==' ? isSame : `(not ${isSame})`;
    }
    case 'contains':
    case 'allof':
      return joined('and', includes);
    case 'notcontains':
      return `(not ${joined('and', includes)})`;
    case 'anyof':
      return joined('or', includes);
    default:
      return refuse(printer, 'it puts lists in order');
  }
}

/** A comparison of two fields or formulas. */
function printComparisonOfTwo(printer: RulePrinter, { by, left, right }: ComparisonPair): string {
  const [one, other] = [sideOf(printer, left), sideOf(printer, right)];
  if (!one || !other) return 'nothing';
  if (one.type === 'list' && by === 'contains' && other.field?.holds === 'choice' && one.field?.own === 'none')
    return `(${one.code} includes ${scriptPathOf(other.field)})`;
  if (one.type !== other.type || one.type === 'list') return refuse(printer, 'it compares values of different types');
  const [first, second] = one.type === 'text' ? [`${one.code}:lower`, `${other.code}:lower`] : [one.code, other.code];
  switch (by) {
    case '==':
    case '!=':
      return `(${first} ${by} ${second})`;
    case '<':
    case '>':
    case '<=':
    case '>=': {
      if (one.type === 'text' || one.type === 'boolean') return refuse(printer, 'it puts texts in order');
      const isInOrder = `(${first} ${by} ${second})`;
      // Two empty fields are equal.
      return by.length === 1 || right.is === 'value' ? isInOrder : `((${first} == ${second}) or ${isInOrder})`;
    }
    default:
      return refuse(printer, 'it compares parts of two fields');
  }
}

interface Side {
  readonly code: string;
  readonly type: PrintedFormula['type'] | 'list';
  readonly field: NamedField | null;
}

function sideOf(printer: RulePrinter, rule: Expression): Side | null {
  if (rule.is === 'name') {
    const field = fieldNamed(printer, rule.name);
    if (!field) return null;
    if (field.holds === 'list') return { code: scriptPathOf(field), type: 'list', field };
    return { ...printFieldAsFormula(printer, field), field };
  }
  const { code, type } = printFormula(printer, rule);
  return { code: type === 'text' ? `(${code})` : code, type, field: null };
}

/** An operand of a calculation: as a number, as a text, or either, which only the answer decides. */
interface Operand {
  readonly number: string | null;
  readonly text: string;
  /** Whether it can be a text that is no number. */
  readonly isText: 'always' | 'maybe' | 'never';
}

function printCalculation(printer: RulePrinter, { by, left, right }: ExpressionPair): PrintedFormula {
  const [one, other] = [operandOf(printer, left), operandOf(printer, right)];
  if (by === '+' && (one.isText !== 'never' || other.isText !== 'never')) {
    if (one.isText !== 'always' && other.isText !== 'always')
      refuse(printer, 'it adds fields that may be numbers or texts');
    return { code: `(${one.text} + ${other.text})`, type: 'text' };
  }
  if (one.number === null || other.number === null) refuse(printer, "it calculates with a value that isn't a number");
  if (by === '%') printer.notes.add('The remainder of a negative number is positive here');
  return { code: `(${one.number} ${by} ${other.number})`, type: 'number' };
}

function operandOf(printer: RulePrinter, rule: Expression): Operand {
  if (rule.is === 'value') {
    const { value } = rule;
    if (typeof value === 'number') {
      const code = numberIn(printer, value);
      return { number: code, text: code, isText: 'never' };
    }
    if (typeof value !== 'string') refuse(printer, "it calculates with a value that isn't a number");
    return { number: null, text: textIn(String(value)), isText: 'always' };
  }
  if (rule.is !== 'name') {
    const { code, type } = printFormula(printer, rule);
    if (type === 'text') return { number: null, text: code, isText: 'always' };
    if (type !== 'number') refuse(printer, "it calculates with a value that isn't a number");
    // A division by zero counts as 0.
    const isWhole = rule.is === 'pair' && /^[-+*]$/.test(rule.by);
    return { number: isWhole ? code : `(${code} or 0)`, text: code, isText: 'never' };
  }
  const field = fieldNamed(printer, rule.name);
  const path = field ? scriptPathOf(field) : 'nothing';
  // An empty number counts as 0, as it does in SurveyJS.
  if (field?.holds === 'number') return { number: `(${path} or 0)`, text: path, isText: 'never' };
  if (field && isNumericChoice(field)) return { number: `(${path}:number or 0)`, text: path, isText: 'never' };
  // An empty text counts as 0, and a numeric one as a number.
  if (field?.holds === 'text' || (field?.holds === 'choice' && field.own === 'none'))
    return { number: null, text: path, isText: 'maybe' };
  if (field) refuse(printer, "it calculates with a field that isn't a number or a text");
  return { number: path, text: path, isText: 'never' };
}
