import { isRecord } from '../../../forms/is-record.ts';
import type { JsonMap } from '../../../generated/types.ts';
import type { WidgetType } from '../../../generated/widgets.ts';
import {
  addPattern,
  addRule,
  addValidation,
  limitCount,
  limitLength,
  limitNumber,
  limitStep,
  makeField,
  makeGroup,
  makeList,
  optionsOf,
  type SourceElement,
  setInitialValue,
  setPlaceholder,
} from '../fields.ts';
import { capacityError, clampMinRows, type ImportPosition, type WidgetBuilder } from '../import-builder.ts';
import { readSource, type Source } from '../source.ts';
import { objectRows, type Reading, reportUnreadKeywords, type ShownIf } from './json-schema.ts';

/** A property of an object schema. */
export interface Property {
  readonly name: string;
  readonly raw: unknown;
  readonly path: string;
  readonly isRequired?: boolean;
  /** The condition that shows it; null if it is always shown. */
  readonly shown: ShownIf;
}

interface PropertyWithUi extends Property {
  readonly ui: { readonly raw: JsonMap; readonly path: string };
}

/** A property being converted. */
interface Part extends SourceElement {
  readonly reading: Reading;
  readonly raw: JsonMap;
  readonly ui: Source;
  readonly rawUi: JsonMap;
  /** ui:widget */
  readonly widget: string;
  readonly isRequired: boolean;
}

/** Converts a property; null if it cannot be imported, which is reported. */
export function propertyOf(reading: Reading, property: PropertyWithUi, at: ImportPosition): WidgetBuilder | null {
  const { importing } = reading;
  const { name, path } = property;
  const resolved = resolve(reading, property.raw);
  const full = capacityError(importing, at);
  if (full !== null || 'unread' in resolved) {
    importing.notImported.push({ path, message: full ?? ('unread' in resolved ? resolved.unread : '') });
    return null;
  }
  const source = readSource(resolved.raw, path, importing);
  const ui = readSource(optionsIn(property.ui.raw), property.ui.path, importing);
  const label = ui.words('ui:title') || source.words('title') || name;
  const part: Part = {
    ...{ importing, source, at, name, label, isConditional: property.shown !== null },
    ...{ reading: resolved.reading, raw: resolved.raw, ui, rawUi: property.ui.raw, widget: ui.text('ui:widget') },
    isRequired: property.isRequired === true,
  };
  const type = typeOf(part);
  const convert = Object.hasOwn(converters, type) ? converters[type] : undefined;
  const made = convert?.(part) ?? null;
  if (!made) {
    importing.notImported.push({
      path,
      message: `There's no equivalent of ${type.slice(0, 100) || 'a value without a type'}`,
    });
    return null;
  }
  finish(part, made, property.shown);
  return made;
}

/** ui:options are the same as properties that begin with `ui:`. */
function optionsIn(raw: JsonMap): JsonMap {
  const { 'ui:options': options, ...rest } = raw;
  if (!isRecord(options)) return rest;
  return { ...rest, ...Object.fromEntries(Object.entries(options).map(([key, value]) => [`ui:${key}`, value])) };
}

function finish(part: Part, made: WidgetBuilder, shown: ShownIf): void {
  const { source, ui } = part;
  const { meta, config } = made;
  const description = ui.words('ui:description', 5_000) || source.words('description', 5_000);
  if (description !== '') meta.description = description;
  const help = ui.words('ui:help', 5_000);
  if (help !== '') config.tooltip = { content: help };
  if (ui.flag('ui:readonly') || source.flag('readOnly')) config.readonly = true;
  if (ui.flag('ui:disabled')) config.disabled = true;
  if (part.widget === 'hidden') config.hidden = true;
  const isField = made.content === null && made.type !== 'container';
  if (isField && part.isRequired) config.required = true;
  if (isField) setInitialValue(part, made, 'default');
  if (shown)
    addRule({ ...part, source: shown.source }, made, {
      ...{ script: 'conditionalScript', key: shown.key, print: shown.print, toScript: (rule) => rule },
    });
  reportUnreadKeywords(source);
  reportUnreadKeywords(ui);
}

/** Follows a `$ref` to a definition of the file. */
function resolve(reading: Reading, raw: unknown): { raw: JsonMap; reading: Reading } | { unread: string } {
  if (!isRecord(raw)) return { unread: 'A property must be an object with a type' };
  const { $ref, ...own } = raw;
  if ($ref === undefined) return { raw, reading };
  const [, where = '', name = ''] = /^#\/(definitions|\$defs)\/([^/]+)$/.exec(String($ref)) ?? [];
  const all = Object.hasOwn(reading.definitions, where) ? reading.definitions[where] : undefined;
  const target = isRecord(all) && Object.hasOwn(all, name) ? all[name] : undefined;
  if (!isRecord(target)) return { unread: `The reference ${String($ref).slice(0, 100)} leads to nothing` };
  if (reading.refs.includes(name) || reading.refs.length >= 20)
    return { unread: `${name.slice(0, 100)} contains itself` };
  return resolve({ ...reading, refs: [...reading.refs, name] }, { ...target, ...own });
}

function typeOf({ source, raw }: Part): string {
  const type = source.take('type');
  if (Array.isArray(type)) {
    const types = type.filter((each) => each !== 'null');
    return types.length === 1 ? String(types[0]) : types.join(' or ');
  }
  if (typeof type === 'string') return type;
  if (Array.isArray(raw.enum) || choicesIn(raw) !== null) return 'string';
  if (isRecord(raw.properties)) return 'object';
  return isRecord(raw.items) ? 'array' : '';
}

/** The options of `oneOf` or `anyOf`, if each is a constant. */
function choicesIn({ oneOf, anyOf }: JsonMap): { key: string; all: unknown[] } | null {
  for (const [key, all] of Object.entries({ oneOf, anyOf }))
    if (Array.isArray(all) && all.length > 0 && all.every((each) => isRecord(each) && constantIn(each) !== undefined))
      return { key, all };
  return null;
}

/** The only value of a schema: a constant, or an enum of one. */
const constantIn = ({ const: constant, enum: all }: JsonMap): unknown =>
  constant ?? (Array.isArray(all) && all.length === 1 ? all[0] : undefined);

/** The options of a choice: an enum with the names of its values, or constants with titles. */
function readOptions(part: Part, source: Source, raw: JsonMap): { value: string; label?: string }[] | null {
  const constants = choicesIn(raw);
  const own = { ...part, source };
  if (constants) {
    source.take(constants.key);
    return optionsOf(own, {
      ...constants,
      read: (_, option) => {
        const [constant, all] = [option?.take('const'), option?.take('enum')];
        const value = constantIn({ const: constant, enum: all });
        const result = option && { value, label: option.words('title', 5_000) };
        option?.take('type');
        if (option) reportUnreadKeywords(option);
        return result;
      },
    });
  }
  if (!Array.isArray(raw.enum)) return null;
  const values = source.list('enum');
  const names = [...source.list('enumNames'), ...part.ui.list('ui:enumNames')];
  const labels = new Map(values.map((value, at) => [value, names[at]]));
  return optionsOf(own, {
    ...{ key: 'enum', all: values },
    read: (value) => ({ value, label: typeof labels.get(value) === 'string' ? String(labels.get(value)) : '' }),
  });
}

const converters: Readonly<Record<string, (part: Part) => WidgetBuilder | null>> = {
  string: (part) => choice(part) ?? text(part),
  number: (part) => choice(part) ?? number(part),
  integer: (part) => {
    const made = choice(part) ?? number(part);
    // `precision` would cut off the decimals instead of rejecting them.
    if (made.type === 'number_input')
      addValidation(part, made, { when: 'this != nothing and this % 1 != 0', because: 'Enter a whole number' });
    return made;
  },
  boolean,
  array,
  object: (part) => {
    const { made, inside } = makeGroup(part, { isKeyed: true, config: { boxed: true } });
    made.rows = objectRows(
      part.reading,
      { raw: part.raw, source: part.source, ui: part.rawUi, uiSource: part.ui },
      inside,
    );
    return made;
  },
};

function choice(part: Part): WidgetBuilder | null {
  const options = readOptions(part, part.source, part.raw);
  if (!options) return null;
  const made = makeField(part, part.widget === 'radio' ? 'radio' : 'select', { config: { options } });
  if (part.ui.flag('ui:inline') && made.type === 'radio') made.config.layout = 'inline';
  return made;
}

const formats: Readonly<Record<string, { type: WidgetType; config?: JsonMap }>> = {
  date: { type: 'date_input' },
  'date-time': { type: 'date_input', config: { includeTime: true } },
  time: { type: 'time_input' },
  'data-url': { type: 'file_input' },
};

function text(part: Part): WidgetBuilder {
  const { source, ui, widget } = part;
  const format = source.text('format');
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  const type = known?.type ?? (widget === 'password' ? 'password_input' : 'text_input');
  const made = makeField(part, type, { config: known?.config ?? {} });
  if (type === 'password_input')
    limitLength(part, made, { min: source.number('minLength'), max: source.number('maxLength') });
  if (type === 'date_input' && widget !== '') ui.summarize('ui:widget');
  if (type !== 'text_input') return made;
  if (widget === 'textarea') {
    made.config.textArea = true;
    const rows = ui.number('ui:rows');
    if (rows !== undefined && rows >= 1 && rows <= 100) made.config.minRows = Math.trunc(rows);
  } else if (widget !== '' && widget !== 'text' && widget !== 'hidden' && widget !== 'email' && widget !== 'uri')
    ui.leave('ui:widget', `There's no equivalent of the widget ${widget.slice(0, 100)}`);
  limitLength(part, made, { min: source.number('minLength'), max: source.number('maxLength') });
  setPlaceholder(made, ui.text('ui:placeholder', 200));
  const pattern = source.text('pattern', 1_000);
  if (pattern !== '' && !addPattern(part, made, { pattern, because: 'This value is not allowed' }))
    source.leave('pattern', "The rules language doesn't support this pattern");
  if (format === 'email')
    addValidation(part, made, { when: 'this and !this:valid_email', because: "This isn't an e-mail address" });
  else if (format === 'uri')
    addValidation(part, made, { when: 'this and !this:valid_url', because: "This isn't a web address" });
  else if (format !== '') source.leave('format', `The format ${format.slice(0, 100)} isn't checked`);
  return made;
}

function number(part: Part, config: JsonMap = {}): WidgetBuilder {
  const { source, ui, widget } = part;
  const made = makeField(part, 'number_input', { config });
  if (['updown', 'range', 'text'].includes(widget)) ui.summarize('ui:widget');
  else if (widget !== '' && widget !== 'hidden')
    ui.leave('ui:widget', `There's no equivalent of the widget ${widget.slice(0, 100)}`);
  limitNumber(made, { min: source.number('minimum'), max: source.number('maximum') });
  limitStep(part, made, 'multipleOf');
  return made;
}

/** A boolean that must be answered is a question, since No is an answer; one that must be true is a checkbox. */
function boolean(part: Part): WidgetBuilder {
  const { source, raw, ui, widget } = part;
  const isTrue = raw.const === true || (Array.isArray(raw.enum) && raw.enum.length === 1 && raw.enum[0] === true);
  if (isTrue) for (const key of ['const', 'enum']) source.take(key);
  const isQuestion = !isTrue && (part.isRequired || widget === 'radio' || widget === 'select');
  if (widget !== '' && !['checkbox', 'radio', 'select', 'hidden'].includes(widget))
    ui.leave('ui:widget', `There's no equivalent of the widget ${widget.slice(0, 100)}`);
  const made = makeField(part, 'checkbox', { config: isQuestion ? { presentation: 'yes_no' } : {} });
  if (isTrue && !part.isRequired) {
    source.leave('const', 'No counts as wrong only if the field is required');
    return made;
  }
  return made;
}

function array(part: Part): WidgetBuilder | null {
  const { source, raw, reading } = part;
  const resolved = resolve(reading, raw.items);
  source.take('items');
  if ('unread' in resolved) return null;
  const items = readSource(resolved.raw, `${source.path}/items`, part.importing);
  const limits = { min: source.number('minItems'), max: source.number('maxItems') };
  const isUnique = source.flag('uniqueItems');
  if (isRecord(resolved.raw.properties))
    return rowsOf({ ...part, reading: resolved.reading }, { raw: resolved.raw, items, limits });
  items.take('type');
  const options = readOptions(part, items, resolved.raw);
  const isFile = items.text('format') === 'data-url';
  if (!options && !isFile && resolved.raw.type !== 'string') return null;
  const type = isFile ? 'multiple_file_input' : 'tags_input';
  const choices = part.widget === 'checkboxes' ? 'checkboxes' : 'multiple_select';
  const made = options
    ? makeField(part, choices, { config: { options } })
    : makeField(part, type, { config: isUnique || isFile ? {} : { allowDuplicates: true } });
  if (!isUnique && options) source.leave('items', "An option can't be selected more than once");
  limitCount(part, made, limits);
  // Of each option.
  for (const key of ['title', 'description']) if (items.take(key) !== undefined) items.summarize(key);
  reportUnreadKeywords(items);
  return made;
}

interface Limits {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

function rowsOf(part: Part, { raw, items, limits }: { raw: JsonMap; items: Source; limits: Limits }): WidgetBuilder {
  const minItems = clampMinRows(part.at, limits.min ?? 0);
  const isLimit = limits.max !== undefined && limits.max >= 0 && limits.max <= 10_000;
  const config = { minItems, ...(isLimit ? { maxItems: Math.trunc(limits.max ?? 0) } : {}) };
  const { made, inside } = makeList(part, 'collection', config);
  const own = Object.hasOwn(part.rawUi, 'items') ? part.rawUi.items : undefined;
  part.ui.take('items');
  const ui = isRecord(own) ? own : {};
  const uiSource = readSource(ui, `${part.ui.path}/items`, part.importing);
  items.take('type');
  items.take('title');
  if (made.content) made.content.rows = objectRows(part.reading, { raw, source: items, ui, uiSource }, inside);
  reportUnreadKeywords(items);
  reportUnreadKeywords(uiSource);
  return made;
}
