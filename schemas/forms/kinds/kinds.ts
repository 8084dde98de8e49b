import type { WidgetType } from '../../generated/widgets.ts';
import { parseMasked } from '../../typed-values/parse-masked.ts';
import { parseTime } from '../../typed-values/parse-time.ts';
import { trimText } from '../../typed-values/parsed.ts';
import { date } from './date.ts';
import { file, files } from './file.ts';
import { content, elements, layout, rowLimits } from './inside.ts';
import { isNothing, type ValueKind, type WidgetKind } from './kind.ts';
import { number } from './number.ts';
import { choices, ownAnswer, tags } from './texts.ts';

/**
 * A time of day as HH:MM, optionally with seconds and a fraction (spec 5). Other texts are parsed as people write
 * times. A text that cannot be parsed stays as typed and is rejected; scripts read it as nothing.
 */
const time: ValueKind<'time_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => {
    if (typeof value !== 'string') return '';
    if (shape.test(value)) return value;
    const parsed = parseTime(value);
    if (parsed.status === 'empty') return '';
    return parsed.status === 'value' ? parsed.value : value;
  },
  inScripts: (value) => (value === '' || (typeof value === 'string' && shape.test(value)) ? value : undefined),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  formatErrors: (value) => {
    if (typeof value !== 'string' || shape.test(value)) return [];
    const parsed = parseTime(value);
    return parsed.status === 'problem' ? [parsed.message] : [];
  },
};

const shape = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;

/** A text. Numbers and booleans become their text, other values the empty text. */
const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

const plain: ValueKind<'password_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => (typeof value === 'string' ? value : hasText(value) ? String(value) : ''),
  isMissing: isBlank,
  formatErrors: () => [],
};

/** A password, which may start and end with white space. */
const password = plain;

/**
 * A single-line text is trimmed (design 7, "Typed values"); a multi-line text stays as typed. A text that fits the mask
 * is written in its form, another one stays as typed and is rejected. Lengths are counted in characters.
 */
const text: ValueKind<'text_input'> = {
  ...plain,
  normal: (value, config, today) => {
    const string = String(plain.normal(value, config, today));
    return config.textArea ? string : maskedText(trimText(string), config.mask);
  },
  formatErrors: (value, { textArea, mask, minLength = 0, maxLength = Infinity }) => {
    if (typeof value !== 'string' || isBlank(value)) return [];
    const masked = mask !== '' && !textArea ? parseMasked(value, mask) : undefined;
    const length = characterCount(value);
    return [
      ...(masked?.status === 'problem' ? [masked.message] : []),
      ...(length < minLength ? [`At least ${counted(minLength)} are needed; there are ${length}`] : []),
      ...(length > maxLength ? [`At most ${counted(maxLength)} are allowed; there are ${length}`] : []),
    ];
  },
};

/** A typed text in the form of the mask, or as it is if it does not fit. */
export function maskedText(text: string, mask: string): string {
  const masked = mask === '' ? undefined : parseMasked(text, mask);
  return masked?.status === 'value' ? masked.value : text;
}

/** The number of characters of a text as people count them: an emoji of one code point is one. */
export const characterCount = (text: string): number => [...text].length;

const counted = (count: number) => (count === 1 ? '1 character' : `${count.toLocaleString('en-US')} characters`);

const hasText = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';

/**
 * One of the options. A value that is no text falls back to the first option, unless the widget is empty until
 * answered. A text that is no option stays as it is and is rejected.
 */
const choice: ValueKind<'select' | 'radio'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value, { options, emptyUntilAnswered, otherLabel }) => {
    if (typeof value === 'string') return otherLabel === '' ? value : ownAnswer(value, options);
    return emptyUntilAnswered ? undefined : (options[0]?.value ?? '');
  },
  isMissing,
  formatErrors: (value, { options, otherLabel }) =>
    isMissing(value) || otherLabel !== '' || options.some((option) => option.value === value)
      ? []
      : ['Choose one of the options'],
};

function isMissing(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/**
 * A boolean. Anything but true counts as unchecked; a yes/no question is true, false or unanswered, and No is an answer
 * (design 7).
 */
const checkbox: ValueKind<'checkbox'> = {
  holds: 'value',
  scriptType: 'boolean',
  isAbsent: isNothing,
  normal: (value, { presentation, emptyUntilAnswered }) => {
    if (typeof value === 'boolean') return value;
    return presentation === 'yes_no' || emptyUntilAnswered ? undefined : false;
  },
  isMissing: (value, { presentation }) => (presentation === 'yes_no' ? typeof value !== 'boolean' : value !== true),
  formatErrors: () => [],
};

/** What each type of widget means to the engine. A new type does not compile until it has a row here. */
export const widgetKinds: { readonly [T in WidgetType]: WidgetKind<T> } = {
  text_input: text,
  number_input: number,
  date_input: date,
  time_input: time,
  password_input: password,
  tags_input: tags,
  file_input: file,
  multiple_file_input: files,
  select: choice,
  radio: choice,
  multiple_select: choices,
  checkbox: checkbox,
  checkboxes: choices,
  container: { holds: 'group', inside: layout },
  collection: { holds: 'rows', inside: elements, limits: rowLimits },
  table: { holds: 'rows', inside: elements, limits: rowLimits },
  modal: { holds: 'group', inside: content },
  banner: { holds: 'nothing' },
  markdown: { holds: 'nothing' },
};
