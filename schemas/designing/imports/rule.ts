import { findField, type NamedField, type Names } from './names.ts';

/** The limits on the length and depth of a rule of another format. */
export const ruleLimits = { characters: 5_000, depth: 30 } as const;

/** The state of printing one rule in our language, for a script in the scope of `names`. */
export interface RulePrinter {
  readonly names: Names;
  /** Why the rule cannot be expressed. */
  readonly faults: string[];
  /** In which cases its result differs from the other format. */
  readonly notes: Set<string>;
  /** The fields that it reads. */
  readonly fields: Set<NamedField>;
}

/** Records that a rule cannot be expressed; the printed text is then not used. */
export function refuse({ faults }: RulePrinter, why: string): string {
  faults.push(why);
  return 'nothing';
}

/** Resolves a name in a rule, or records that there is no such field. */
export function fieldNamed(printer: RulePrinter, name: string): NamedField | null {
  const field = findField(printer.names, name) ?? null;
  if (field) printer.fields.add(field);
  else refuse(printer, `it uses ${name.slice(0, 100)}, which wasn't imported as a field`);
  return field;
}

/** The text by which a script reads a field. */
export const scriptPathOf = (field: NamedField): string => `$${field.path.join('.')}`;

/** A string literal of the rules language. */
export const textIn = (text: string): string =>
  `"${text
    .replace(/["\\]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')}"`;

/** A number literal, or a refusal of numbers that the rules language cannot write. */
export function numberIn(printer: RulePrinter, value: number): string {
  if (!/^-?\d+(\.\d+)?$/.test(String(value)))
    return refuse(printer, "it compares with a value that the rules language doesn't support");
  return value < 0 ? `(${value})` : String(value);
}

/** What a comparison with a constant gives for a value of the other format; undefined is an unanswered field. */
export type ValueTest = (value: unknown) => boolean;

/**
 * Prints a comparison of a field that has few possible values, by testing each of them: a choice, a yes/no question or a
 * checkbox. Null for other fields.
 */
export function printTestOfValues(field: NamedField, test: ValueTest): string | null {
  switch (field.holds) {
    case 'choice':
      return printTestOfOptions(field, test);
    case 'question':
      return printTestOfAnswers(scriptPathOf(field), field.answers, test);
    case 'boolean': {
      const [yes, no] = [test(true), test(false)];
      if (yes === no) return String(yes);
      return yes ? `(${scriptPathOf(field)} == true)` : `(not ${scriptPathOf(field)})`;
    }
    default:
      return null;
  }
}

function printTestOfOptions(field: NamedField, test: ValueTest): string {
  const path = scriptPathOf(field);
  const isTrueIfEmpty = test(undefined);
  if (field.own === 'other' && test('other') !== isTrueIfEmpty) {
    // An answer in own words is none of the options. An empty field is not, so that the result is true or false.
    const others = field.options.filter((each) => test(each) === isTrueIfEmpty).map(textIn);
    const isNone = others.length > 0 ? `(!${path} or ${path} in [${others.join(', ')}])` : printEmpty(field);
    return isTrueIfEmpty ? isNone : `(not ${isNone})`;
  }
  // An unanswered field equals no option.
  const texts = field.options.filter((each) => test(each) !== isTrueIfEmpty);
  const [only] = texts;
  if (only === undefined) return String(isTrueIfEmpty);
  if (texts.length === 1) return `(${path} ${isTrueIfEmpty ? '!=' : '=='} ${textIn(only)})`;
  return `(${path} ${isTrueIfEmpty ? 'not in' : 'in'} [${texts.map(textIn).join(', ')}])`;
}

function printTestOfAnswers(path: string, { yes, no }: NamedField['answers'], test: ValueTest): string {
  const isTrueIfEmpty = test(undefined);
  const different = [yes, no].map((each) => test(each) !== isTrueIfEmpty);
  const operator = isTrueIfEmpty ? '!=' : '==';
  if (different[0] && different[1]) return `(${path} ${isTrueIfEmpty ? '==' : '!='} nothing)`;
  if (different[0]) return `(${path} ${operator} true)`;
  return different[1] ? `(${path} ${operator} false)` : String(isTrueIfEmpty);
}

/** Prints whether a list includes one of the options for which a test is true. */
export function printTestOfItems(field: NamedField, test: ValueTest): string {
  const found = field.options.filter(test).map((each) => `(${scriptPathOf(field)} includes ${textIn(each)})`);
  if (found.length === 0) return 'false';
  return found.length === 1 ? found.join() : `(${found.join(' or ')})`;
}

/** Prints whether a field is unanswered. */
export function printEmpty(field: NamedField): string {
  const path = scriptPathOf(field);
  if (field.holds === 'list' || field.holds === 'rows') return `(!${path} or ${path}:length == 0)`;
  return field.holds === 'number' || field.holds === 'question' ? `(${path} == nothing)` : `(!${path})`;
}
