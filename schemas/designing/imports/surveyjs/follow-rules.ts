import { isRecord } from '../../../forms/is-record.ts';
import { widgetKinds } from '../../../forms/kinds/kinds.ts';
import {
  addPattern,
  addRule,
  addValidation,
  isYesNoQuestion,
  limitCount,
  limitLength,
  limitNumber,
  type SourceElement,
  setInitialValue,
} from '../fields.ts';
import type { WidgetBuilder } from '../import-builder.ts';
import { type RulePrinter, textIn } from '../rule.ts';
import { readSource } from '../source.ts';
import { readExpression } from './expression.ts';
import { printCondition } from './print-expression.ts';
import { reportUnread } from './unsupported-properties.ts';

/** Applies the properties that all elements share: required, read-only, visibility, default value, validators. */
export function followRules(element: SourceElement, made: WidgetBuilder): void {
  const { source } = element;
  const { meta, config, type } = made;
  const description = source.words('description', 5_000);
  if (description !== '') meta.description = description;
  const isField = widgetKinds[type].holds === 'value';
  if (isField) setInitialValue(element, made, 'defaultValue');
  if (source.flag('readOnly')) config.readonly = true;
  const isHidden = source.take('visible') === false;
  follow(element, made, {
    key: 'visibleIf',
    script: 'conditionalScript',
    toScript: (rule) => rule,
    // A condition replaces the constant.
    orElse: () => {
      if (isHidden) config.hidden = true;
    },
  });
  if (isField && typeof meta.key === 'string') {
    const missing = missingOf(made);
    const because = `Missing required field: ${String(meta.label)}`;
    const isRequired = source.flag('isRequired');
    follow(element, made, {
      key: 'requiredIf',
      script: 'validationScript',
      toScript: (rule) =>
        `if ${rule} and ${missing} { reject because ${JSON.stringify(because.replace(/\p{Cc}/gu, ' '))} }`,
      orElse: () => {
        if (isRequired) config.required = true;
      },
    });
    for (const [index, raw] of source.list('validators').entries()) validate(element, made, { raw, index });
  }
}

/** The condition for an empty field; 0 and No are not empty. */
function missingOf(made: WidgetBuilder): string {
  if (made.type === 'checkboxes' || made.type === 'multiple_select' || made.type === 'tags_input')
    return '(!this or this:length == 0)';
  return made.type === 'number_input' || isYesNoQuestion(made) ? 'this == nothing' : '!this';
}

/** Translates a rule; `orElse` applies if there is none, or if it is skipped. */
function follow(
  element: SourceElement,
  made: WidgetBuilder,
  {
    key,
    script,
    toScript,
    orElse,
  }: {
    key: string;
    script: 'conditionalScript' | 'validationScript';
    toScript: (rule: string) => string;
    orElse?: () => void;
  },
): void {
  const { source } = element;
  const text = source.text(key, 10_000);
  const read = text.trim() === '' ? null : readExpression(text);
  if (read && 'rule' in read) {
    const print = (printer: RulePrinter) => printCondition(printer, read.rule);
    addRule(element, made, { script, key, print, toScript, orElse });
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
  const own = readSource(raw, path, importing.notImported);
  const type = own.text('type');
  const because = own.words('text');
  const check = Object.hasOwn(validators, type) ? validators[type] : undefined;
  if (check) check({ ...element, source: own }, made, because);
  else own.leave('', `There's no equivalent of the validator ${type.slice(0, 100) || 'without a type'}`);
  reportUnread(own);
}

type Validator = (element: SourceElement, made: WidgetBuilder, because: string) => void;

const validators: Readonly<Record<string, Validator>> = {
  numeric: (element, made, because) => {
    const { source } = element;
    if (made.type !== 'number_input') return source.leave('', "A text field isn't checked to be a number");
    if (because !== '') source.leave('text', 'Limits of numbers have no message of their own');
    limitNumber(element, made, { min: source.number('minValue'), max: source.number('maxValue') });
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
