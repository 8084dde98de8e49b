import { PatternError, parsePattern } from '#grammar/patterns/parse.ts';
import { isRecord } from '../../forms/is-record.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { WidgetType } from '../../generated/widgets.ts';
import { isDay } from '../../typed-values/parse-date.ts';
import {
  addScript,
  buildWidget,
  type ImportPosition,
  type ImportState,
  type RuleScript,
  type WidgetBuilder,
} from './import-builder.ts';
import { type ImportedFieldType, keyFor, type NamedField, type Names, openNames } from './names.ts';
import { type RulePrinter, textIn } from './rule.ts';
import { isUnset, readSource, type Source, truncateText } from './source.ts';

/** An element of another format during the import. */
export interface SourceElement {
  readonly importing: ImportState;
  readonly source: Source;
  readonly at: ImportPosition;
  /** The name in the other format. */
  readonly name: string;
  readonly label: string;
  /** Whether it is shown by a condition. */
  readonly isConditional?: boolean;
  /** Whether it is read-only. */
  readonly isLocked?: boolean;
  /** The answers of a choice besides its options. */
  readonly own?: NamedField['own'];
  /** The values of yes and no in the other format, for a yes/no question. */
  readonly answers?: NamedField['answers'];
}

const holdsOf: Partial<Record<WidgetType, ImportedFieldType>> = {
  number_input: 'number',
  checkbox: 'boolean',
  date_input: 'date',
  tags_input: 'list',
  checkboxes: 'list',
  multiple_select: 'list',
  multiple_file_input: 'list',
  collection: 'rows',
  table: 'rows',
  container: 'group',
  time_input: 'time',
};

/** Creates a field with a key and registers its name, so that rules can refer to it. */
export function makeField(
  element: SourceElement,
  type: WidgetType,
  { meta = {}, config = {} }: Partial<Parts> = {},
): WidgetBuilder {
  const { importing, source, at, name, label } = element;
  const key = keyFor(at.names, { name, label });
  if (name !== '' && key !== name) importing.renamed.push({ name: name.slice(0, 100), key });
  const made = buildWidget(importing, source.path, { type, meta: { label, key, ...meta }, config: { ...config } });
  registerField(element, made, null);
  return made;
}

/** Registers a field under its name, so that rules can refer to it. */
function registerField(
  { at, name, label, source, ...element }: SourceElement,
  made: WidgetBuilder,
  inside: Names | null,
) {
  const key = String(made.meta.key);
  const { options } = made.config;
  const texts = Array.isArray(options) ? options.map((each) => String(each.value)) : [];
  at.names.fields.set(name || key, {
    ...{ path: [key], inside, label: label || name || key, options: texts, isCheckboxes: made.type === 'checkboxes' },
    own: element.own ?? 'none',
    answers: element.answers ?? { yes: true, no: false },
    conditions: element.isConditional ? [...at.conditions, source.path] : at.conditions,
    // The type of a calculated field is known later.
    get holds() {
      if (isYesNoQuestion(made)) return 'question';
      const isChoice = made.type === 'radio' || made.type === 'select';
      const isOpen = element.own === 'text';
      return isChoice && texts.length > 0 && !isOpen ? 'choice' : (holdsOf[made.type] ?? 'text');
    },
  });
}

/** Whether a field is a yes/no question. */
const isYesNoQuestion = ({ type, config }: Pick<WidgetBuilder, 'type' | 'config'>): boolean =>
  type === 'checkbox' && config.presentation === 'yes_no';

interface Parts {
  meta: JsonMap;
  config: JsonMap;
}

/**
 * Creates a group of fields. With a key, its values are an object of their own; without one they belong to the
 * surrounding object.
 */
export function makeGroup(element: SourceElement, { isKeyed, config = {} }: { isKeyed: boolean; config?: JsonMap }) {
  const { importing, source, at, label } = element;
  const around = insideOf(element);
  if (!isKeyed) {
    const made = buildWidget(importing, source.path, { type: 'container', meta: { label }, config: { ...config } });
    return { made, inside: { ...around, depth: at.depth + 1 } };
  }
  const made = makeField(element, 'container', { config });
  const names = openNames(at.names);
  registerField(element, made, names);
  return { made, inside: { ...around, names, depth: at.depth + 1 } };
}

const insideOf = ({ at, source, isConditional, isLocked }: SourceElement): ImportPosition => ({
  ...at,
  isLocked: at.isLocked || isLocked === true,
  conditions: isConditional ? [...at.conditions, source.path] : at.conditions,
});

/** Creates a list of rows with the same fields. */
export function makeList(element: SourceElement, type: 'collection' | 'table', config: JsonMap & { minItems: number }) {
  const { at } = element;
  const made = makeField(element, type, { config });
  const names = openNames(at.names);
  return {
    made,
    inside: {
      ...insideOf(element),
      ...{ names, depth: at.depth + 2, leastRows: at.leastRows * Math.max(1, config.minItems) },
    },
  };
}

/** Prints a rule for a script in the scope of the names; its faults say why our language cannot express it. */
export type PrintRule = (printer: RulePrinter) => string;

/** Adds a rule to a widget, once all names are known. A rule that our language cannot express is reported. */
export function addRule(
  element: SourceElement,
  made: WidgetBuilder,
  rule: {
    script: RuleScript;
    key: string;
    print: PrintRule;
    toScript: (script: string) => string;
    /** What applies if the rule is skipped. */
    orElse?: (() => void) | undefined;
    /** What applies if it is not. */
    onRule?: (() => void) | undefined;
  },
): void {
  const { importing, source } = element;
  importing.later.push(() => {
    const result = printRule(element, rule.print);
    if ('unread' in result) {
      source.leave(rule.key, `Rule skipped: ${result.unread}`);
      rule.orElse?.();
    } else {
      const origin = `${source.path}/${rule.key}`;
      addScript(importing, made, { script: rule.script, source: rule.toScript(result.script), origin });
      rule.onRule?.();
    }
  });
}

/** Prints a rule at an element, and reports in which cases its result differs from the other format. */
export function printRule(
  { importing, source, at }: SourceElement,
  print: PrintRule,
): { script: string } | { unread: string } {
  const printer: RulePrinter = { names: at.names, faults: [], notes: new Set(), fields: new Set() };
  const script = print(printer);
  const [unread] = printer.faults;
  if (unread !== undefined) return { unread };
  const { note } = importing.hiddenAnswers;
  const here = [...at.conditions, source.path];
  for (const { label, conditions } of note === null ? [] : printer.fields)
    if (conditions.some((each) => !here.includes(each))) printer.notes.add(`While ${label} is hidden, ${note}`);
  for (const message of printer.notes) importing.ruleNotes.push({ path: source.path, message });
  return { script };
}

/** Adds a validation script that rejects a value by a condition in our language, in which `this` is the value. */
export function addValidation(
  { importing }: SourceElement,
  made: WidgetBuilder,
  { when, because }: { when: string; because: string },
): void {
  const source = `if ${when} { reject because ${textIn(because)} }`;
  addScript(importing, made, { script: 'validationScript', source });
}

/** An example in the empty text field. */
export function setPlaceholder({ config }: WidgetBuilder, text: string): void {
  if (text !== '') config.placeholder = text;
}

/** Limits the length of a text: by its properties, or by a script if the limit has a message of its own. */
export function limitLength(
  element: SourceElement,
  made: WidgetBuilder,
  { min, max, because = '' }: { min?: number | undefined; max?: number | undefined; because?: string },
) {
  if (because === '' && made.type === 'text_input' && [min, max].every(isLength)) {
    // A question may have a limit of its own besides that of its validator.
    const { minLength, maxLength } = made.config;
    if (min) made.config.minLength = Math.max(min, typeof minLength === 'number' ? minLength : 0);
    if (max) made.config.maxLength = Math.min(max, typeof maxLength === 'number' ? maxLength : max);
    return;
  }
  if (min !== undefined && min > 0)
    addValidation(element, made, {
      when: `this and this:length < ${plain(min)}`,
      because: because || `At least ${min} characters`,
    });
  if (max !== undefined && max > 0)
    addValidation(element, made, {
      when: `this and this:length > ${plain(max)}`,
      because: because || `At most ${max} characters`,
    });
}

/** Whether a limit is one that a text can have, or none. */
const isLength = (limit: number | undefined): boolean =>
  limit === undefined || (Number.isInteger(limit) && limit >= 0 && limit <= 100_000);

/** Limits a number. A number outside is rejected, as in other formats: `minValue` and `maxValue` would change it. */
export function limitNumber(
  { config }: WidgetBuilder,
  { min, max }: { min: number | undefined; max: number | undefined },
): void {
  if (min !== undefined) config.minValueScript = decimalText(min);
  if (max !== undefined) config.maxValueScript = decimalText(max);
}

/** Limits a day by its properties. Other limits than days are reported. */
export function limitDate(
  { source }: SourceElement,
  { config }: WidgetBuilder,
  { min, max }: { min: string; max: string },
): void {
  if (isDay(min)) config.minDate = min;
  else if (min !== '') source.leave('min', "This limit isn't a day");
  if (isDay(max)) config.maxDate = max;
  else if (max !== '') source.leave('max', "This limit isn't a day");
}

/** A number as the rules language writes it, without an exponent. */
export const decimalText = (value: number): string => (/e/.test(String(value)) ? value.toFixed(15) : String(value));

/** Rejects numbers that are no multiple of the step in a property. */
export function limitStep(element: SourceElement, made: WidgetBuilder, key: string): void {
  const step = element.source.number(key);
  if (step === undefined) return;
  if (step <= 0 || !/^\d+(\.\d+)?$/.test(String(step))) element.source.leave(key, "This step isn't supported");
  else
    addValidation(element, made, {
      when: `this != nothing and this % ${step} != 0`,
      because: `Enter a multiple of ${step}`,
    });
}

/** Limits how many options are selected; no selection is a matter of `required`. */
export function limitCount(
  element: SourceElement,
  made: WidgetBuilder,
  { min, max, because = '' }: { min?: number | undefined; max?: number | undefined; because?: string },
): void {
  if (min !== undefined && min > 0)
    addValidation(element, made, {
      when: `this and this:length < ${plain(min)}`,
      because: because || `Choose at least ${min}`,
    });
  if (max !== undefined && max > 0)
    addValidation(element, made, {
      when: `this and this:length > ${plain(max)}`,
      because: because || `Choose at most ${max}`,
    });
}

/** Rejects texts that do not match a regular expression, if the rules language supports it. Returns whether it does. */
export function addPattern(
  element: SourceElement,
  made: WidgetBuilder,
  { pattern, because }: { pattern: string; because: string },
): boolean {
  if (!isPattern(pattern)) return false;
  addValidation(element, made, { when: `this and this not pattern ${textIn(pattern)}`, because });
  return true;
}

function isPattern(pattern: string): boolean {
  // Others would be written differently in a text of the rules language.
  if (/\p{Cc}/u.test(pattern)) return false;
  try {
    parsePattern(pattern);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

/** An integer that the rules language can write. */
const plain = (limit: number): string => String(Math.min(Math.trunc(limit), 1_000_000_000));

/** Sets the initial value of a field from a property, if it is valid for the field. */
export function setInitialValue({ source }: SourceElement, made: WidgetBuilder, key: string): void {
  const { type, config } = made;
  const rawValue = source.take(key);
  // Formats may write out empty initial values. For a yes/no question, No is not empty.
  const value = isYesNoQuestion(made) ? truthIn(rawValue) : rawValue;
  const isNo = isYesNoQuestion(made) && value === false;
  if (isUnset(value) && !isNo) return;
  const valid = validValue(type, config, value);
  if (valid === undefined) source.leave(key, `${key} isn't a valid value of this field`);
  else config.initialValue = { static: true, value: valid };
}

const truthIn = (value: unknown): unknown => (value === 'true' || value === 'false' ? value === 'true' : value);

function validValue(type: WidgetType, { options }: JsonMap, value: unknown): unknown {
  const offered = Array.isArray(options) ? options.map((each) => each.value) : null;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 10_000) : undefined;
  switch (type) {
    case 'number_input':
      return typeof value === 'number' ? value : undefined;
    case 'checkbox':
      return typeof value === 'boolean' ? value : undefined;
    case 'date_input':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : undefined;
    case 'select':
    case 'radio':
      return offered?.includes(text) ? text : undefined;
    case 'checkboxes':
    case 'multiple_select': {
      const texts = Array.isArray(value) ? value.map(String) : [];
      return texts.length > 0 && texts.every((each) => offered?.includes(each)) ? texts : undefined;
    }
    case 'text_input':
    case 'time_input':
      return text;
    default:
      return undefined;
  }
}

/**
 * The options of a choice without duplicates. `read` reads the format's own structure of an option, and `own` its
 * properties if it is an object; invalid options are reported.
 */
export function optionsOf(
  { source, importing }: SourceElement,
  {
    key,
    all,
    read,
  }: {
    key: string;
    all: readonly unknown[];
    read: (each: unknown, own: Source | null) => { value: unknown; label: string } | null;
  },
): { value: string; label?: string }[] {
  const options = new Map<string, { value: string; label?: string }>();
  for (const [index, each] of all.entries()) {
    const path = `${source.path}/${key}/${index}`;
    const option = read(each, isRecord(each) ? readSource(each, path, importing) : null);
    const rawValue = option?.value;
    const reporter = (message: string) => () => importing.notImported.push({ path, message });
    if (typeof rawValue !== 'string' && typeof rawValue !== 'number' && typeof rawValue !== 'boolean')
      reporter('An option must have a value')();
    else if (options.size >= 5_000) reporter('A field can have up to 5,000 options')();
    else {
      const value = truncateText(
        String(rawValue),
        1_000,
        reporter('Only the first 1,000 characters of this option are imported'),
      );
      const label = truncateText(option?.label ?? '', 1_000, reporter('The label was shortened'));
      if (options.has(value)) reporter(`The option ${value.slice(0, 100)} already exists`)();
      else options.set(value, label === '' || label === value ? { value } : { value, label });
    }
  }
  return [...options.values()];
}

/** Strips the tags of HTML; the formatting is lost. */
export function textOfHtml({ importing, source }: SourceElement, html: string): string {
  // The expression runs in linear time, also on a text of many `<`.
  const text = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
  if (text !== html.trim()) importing.changed.push({ path: source.path, message: 'HTML converted to plain text' });
  return text;
}
