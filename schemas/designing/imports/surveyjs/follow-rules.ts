import { isRecord } from '../../../forms/is-record.ts';
import { widgetKinds } from '../../../forms/kinds/kinds.ts';
import type { JsonMap } from '../../../generated/types.ts';
import {
  addPattern,
  addRule,
  addValidation,
  decimalText,
  limitCount,
  limitLength,
  limitNumber,
  type SourceElement,
  setInitialValue,
} from '../fields.ts';
import type { RuleScript, WidgetBuilder } from '../import-builder.ts';
import { type RulePrinter, textIn } from '../rule.ts';
import { readSource } from '../source.ts';
import { readExpression } from './expression.ts';
import { setInitialFormula } from './formulas.ts';
import { printCondition, printFalse } from './print-expression.ts';
import { reportUnread } from './unsupported-properties.ts';

/** Applies the properties that all elements share: required, read-only, visibility, default value, validators. */
export function followRules(element: SourceElement, made: WidgetBuilder): void {
  const { source, importing } = element;
  const { meta, config, type } = made;
  const description = source.words('description', 5_000);
  if (description !== '') meta.description = description;
  const isField = widgetKinds[type].holds === 'value';
  if (isField) {
    setInitialValue(element, made, 'defaultValue');
    setInitialFormula(element, made);
  }
  // Without a validation of read-only questions, as in SurveyJS, they are disabled rather than read-only.
  const isReadOnly = source.flag('readOnly');
  follow(element, made, {
    ...{ key: 'enableIf', script: 'readonlyScript', toScript: (rule) => rule, print: printFalse },
    orElse: () => {
      if (isReadOnly) config.disabled = true;
    },
    onRule: () => noteLocked(element, made),
  });
  const isHidden = source.take('visible') === false;
  follow(element, made, {
    ...{ key: 'visibleIf', script: 'conditionalScript', toScript: (rule) => rule },
    // A condition replaces the constant.
    orElse: () => {
      if (isHidden) config.hidden = true;
    },
  });
  followClearing(element);
  if (!isField || typeof meta.key !== 'string') return;
  const isRequired = source.flag('isRequired');
  follow(element, made, {
    ...{ key: 'requiredIf', script: 'requiredScript', toScript: (rule) => rule },
    orElse: () => {
      if (isRequired) config.required = true;
    },
  });
  for (const [index, raw] of source.list('validators').entries()) validate(element, made, { raw, index });
  importing.later.push(() =>
    config.disabled === true || element.at.isLocked ? exempt(made) : exemptWhileLocked(made),
  );
}

/** When the answer of a hidden question is removed: here it is, as soon as the order is submitted. */
function followClearing({ source, importing }: SourceElement): void {
  const cleared = source.text('clearIfInvisible');
  if (cleared === 'none') source.leave('clearIfInvisible', "Answers in hidden fields aren't part of a submitted order");
  else if (cleared === 'onComplete')
    importing.hiddenAnswers.note ??= 'its answer counts as empty here. In SurveyJS it still counts.';
  else if (cleared !== '') source.summarize('clearIfInvisible');
}

/** SurveyJS validates nothing in a locked panel. */
function noteLocked({ importing, source }: SourceElement, { content, type }: WidgetBuilder): void {
  if (content !== null || type === 'container')
    importing.ruleNotes.push({
      path: source.path,
      message: 'While it is locked, its required fields must be answered',
    });
}

/** SurveyJS validates no read-only question. */
function exempt({ meta, config }: WidgetBuilder): void {
  delete meta.validationScript;
  for (const key of ['minValueScript', 'maxValueScript', 'minDate', 'maxDate', 'minLength', 'maxLength'])
    delete config[key];
}

/** SurveyJS validates a question only while it can be changed. */
function exemptWhileLocked({ meta, config }: WidgetBuilder): void {
  const { readonlyScript, requiredScript, validationScript } = meta;
  if (typeof readonlyScript !== 'string') return;
  const isOpen = readonlyScript.startsWith('not ') ? readonlyScript.slice(4) : `(not ${readonlyScript})`;
  if (typeof requiredScript === 'string') meta.requiredScript = `${isOpen} and ${requiredScript}`;
  else if (config.required === true) {
    config.required = false;
    meta.requiredScript = isOpen;
  }
  const checks = [...lengthChecks(config), ...(typeof validationScript === 'string' ? [validationScript] : [])];
  if (checks.length > 0) meta.validationScript = `if ${isOpen} {\n${checks.join('\n')}\n}`;
  for (const key of ['minValueScript', 'maxValueScript'])
    if (typeof config[key] === 'string') config[key] = `if ${isOpen} { ${config[key]} } else { nothing }`;
  for (const key of ['minDate', 'maxDate'])
    if (typeof config[key] === 'string')
      config[key] = `if ${isOpen} { (${textIn(config[key])}):date } else { nothing }`;
}

/** The limits of a text as validations, which replace its properties. */
function lengthChecks(config: JsonMap): string[] {
  const { minLength, maxLength } = config;
  delete config.minLength;
  delete config.maxLength;
  return [
    ...(typeof minLength === 'number' ? [checkOfLength('<', minLength, 'At least')] : []),
    ...(typeof maxLength === 'number' ? [checkOfLength('>', maxLength, 'At most')] : []),
  ];
}

const checkOfLength = (by: '<' | '>', limit: number, words: string): string =>
  `if this and this:length ${by} ${limit} { reject because "${words} ${limit} characters" }`;

/** Translates a rule; `orElse` applies if there is none, or if it is skipped. */
function follow(
  element: SourceElement,
  made: WidgetBuilder,
  {
    key,
    orElse,
    print = printCondition,
    ...rule
  }: {
    key: string;
    script: RuleScript;
    toScript: (rule: string) => string;
    orElse?: () => void;
    print?: typeof printCondition;
    onRule?: () => void;
  },
): void {
  const { source } = element;
  const text = source.text(key, 10_000);
  const read = text.trim() === '' ? null : readExpression(text);
  if (read && 'rule' in read) {
    const printRead = (printer: RulePrinter) => print(printer, read.rule);
    addRule(element, made, { ...rule, key, print: printRead, orElse });
    return;
  }
  if (read) source.leave(key, `Rule skipped: ${read.unread}`);
  orElse?.();
}

function validate(element: SourceElement, made: WidgetBuilder, { raw, index }: { raw: unknown; index: number }): void {
  const { importing, source } = element;
  const path = `${source.path}/validators/${index}`;
  if (!isRecord(raw)) {
    importing.notImported.push({ path, message: 'A validator must be an object with a type' });
    return;
  }
  const own = readSource(raw, path, importing);
  const type = own.text('type');
  const because = own.words('text');
  const check = Object.hasOwn(validators, type) ? validators[type] : undefined;
  if (check) check({ ...element, source: own }, made, because);
  else own.leave('', `There's no equivalent of the validator ${type.slice(0, 100) || 'without a type'}`);
  reportUnread(own);
}

/** Whether a number has limits of its own besides those of a validator. */
const isLimited = ({ config }: WidgetBuilder): boolean => 'minValueScript' in config || 'maxValueScript' in config;

type Validator = (element: SourceElement, made: WidgetBuilder, because: string) => void;

const validators: Readonly<Record<string, Validator>> = {
  numeric: (element, made, because) => {
    const { source } = element;
    if (widgetKinds[made.type].holds !== 'value') return source.leave('', 'Only fields are checked to be numbers');
    const limits = { min: source.number('minValue'), max: source.number('maxValue') };
    if (made.type === 'number_input' && because === '' && !isLimited(made)) return limitNumber(made, limits);
    const value = made.type === 'number_input' ? 'this' : 'this:number';
    const faults = [`${value} == nothing`];
    if (limits.min !== undefined) faults.push(`${value} < ${decimalText(limits.min)}`);
    if (limits.max !== undefined) faults.push(`${value} > ${decimalText(limits.max)}`);
    const when = `this != nothing and this != "" and (${faults.join(' or ')})`;
    addValidation(element, made, { when, because: because || 'This value is not allowed' });
  },
  text: (element, made, because) => {
    const { source } = element;
    limitLength(element, made, { min: source.number('minLength'), max: source.number('maxLength'), because });
  },
  email: (element, made, because) =>
    addValidation(element, made, {
      when: 'this and !this:valid_email',
      because: because || "This isn't an e-mail address",
    }),
  regex: ({ source, ...element }, made, because) => {
    const isAnyCase = source.flag('caseInsensitive') || source.flag('insensitive');
    const isLine = made.type === 'text_input' && made.config.textArea !== true;
    const pattern = source.text('regex', 1_000);
    const issue = isLine ? patternToCondition(pattern, { isAnyCase }) : null;
    const own = { ...element, source };
    if (issue === null && isLine && !isAnyCase && pattern !== '')
      if (addPattern(own, made, { pattern, because: because || 'This value is not allowed' })) return;
    if (issue === null) source.leave('regex', "The rules language doesn't support this pattern");
    else
      addValidation({ ...element, source }, made, {
        when: `this and ${issue}`,
        because: because || 'This value is not allowed',
      });
  },
  answercount: (element, made, because) => {
    const { source } = element;
    limitCount(element, made, { min: source.number('minCount'), max: source.number('maxCount'), because });
  },
  expression: (element, made, because) =>
    follow(element, made, {
      key: 'expression',
      script: 'validationScript',
      toScript: (rule) =>
        `if not ${rule} { reject because ${JSON.stringify((because || 'This value is not allowed').replace(/\p{Cc}/gu, ' '))} }`,
    }),
};

/**
 * Translates a regular expression into a condition for texts that do not match it. Supports only patterns that our
 * rules can express: a substring, one of several literal texts, or a length. Null for others.
 */
function patternToCondition(pattern: string, { isAnyCase }: { isAnyCase: boolean }): string | null {
  const [, start, inner = '', end] = /^(\^?)(.*?)(\$?)$/.exec(pattern) ?? [];
  if (start && end) return lengthCondition(inner) ?? anchoredCondition(inner, isAnyCase);
  const part = start || end ? null : literal(inner);
  return part && `not this ${isAnyCase ? 'matches' : 'includes'} ${textIn(part)}`;
}

/** A pattern that limits the length, such as ^.{2,5}$. */
function lengthCondition(inner: string): string | null {
  const [, least, comma, most] = /^\.\{(\d{1,6})(?:(,)(\d{0,6}))?\}$/.exec(inner) ?? [];
  if (!least) return null;
  if (!comma) return `this:length != ${Number(least)}`;
  const isShort = `this:length < ${Number(least)}`;
  return most ? `(${isShort} or this:length > ${Number(most)})` : isShort;
}

/** A pattern that matches one of several literal texts. */
function anchoredCondition(inner: string, isAnyCase: boolean): string | null {
  const [, grouped] = /^\((?:\?:)?(.*)\)$/.exec(inner) ?? [];
  const texts = (grouped?.split('|') ?? [inner]).map(literal);
  if (!texts.every((each) => each !== null)) return null;
  // Outside ASCII, lower case differs between the two languages.
  if (isAnyCase && texts.some((each) => /[^ -~]/.test(each))) return null;
  const all = texts.map((each) => textIn(isAnyCase ? each.toLowerCase() : each)).join(', ');
  return `${isAnyCase ? 'this:lower' : 'this'} not in [${all}]`;
}

/** The literal text of a pattern without special characters; null for other patterns. */
function literal(pattern: string): string | null {
  const isLiteral = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+$/.test(pattern);
  return isLiteral ? pattern.replace(/\\(.)/g, '$1') : null;
}
