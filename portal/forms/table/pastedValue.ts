import type { SoundWidget } from '#schemas/forms/form.ts';
import { date } from '#schemas/forms/kinds/date.ts';
import { numberOf } from '#schemas/forms/kinds/number.ts';
import { time } from '#schemas/forms/kinds/time.ts';
import type { Configs, WidgetType } from '#schemas/generated/widgets.ts';

/**
 * The value of a cell that was pasted as text; undefined for a text that the widget can not take. What is only wrong, such
 * as a choice that is not offered, is taken, so that one sees what is to be corrected.
 */
export function pastedValue<T extends WidgetType>(widget: { type: T; config: Configs[T] }, text: string): unknown {
  return readers[widget.type](text.trim(), widget.config);
}

/** Whether a widget takes anything that is pasted. */
export const takesPaste = ({ key, isLocked }: SoundWidget): boolean => key !== '' && !isLocked;

type Reader<T extends WidgetType> = (text: string, config: Configs[T]) => unknown;

const nothing = () => undefined;

const readers: { readonly [T in WidgetType]: Reader<T> } = {
  text_input: (text) => text,
  password_input: (text) => text,
  number_input: (text) => numberOf(text) ?? text,
  date_input: (text, config) => dateOf(text, (written) => date.normal(written, config)),
  time_input: (text, config) => timeOf(text, (written) => time.normal(written, config)),
  tags_input: (text) => partsOf(text),
  file_input: nothing,
  multiple_file_input: nothing,
  select: (text, { options }) => optionOf(text, options),
  radio: (text, { options }) => optionOf(text, options),
  checkbox: yesOrNo,
  checkboxes: (text, { options }) => partsOf(text).map((part) => optionOf(part, options)),
  multiple_select: (text, { options }) => partsOf(text).map((part) => optionOf(part, options)),
  container: nothing,
  collection: nothing,
  table: nothing,
  modal: nothing,
  banner: nothing,
  markdown: nothing,
};

const isYes = (text: string): boolean => /^(true|yes|y|1|x|on|✓)$/i.test(text);

/** A blank cell has no answer, null; a question takes no text but yes and no, a box is ticked or not. */
function yesOrNo(text: string, { presentation, emptyUntilAnswered }: Configs['checkbox']): boolean | null | undefined {
  const isQuestion = presentation === 'yes_no';
  if (text === '' && (isQuestion || emptyUntilAnswered)) return null;
  return isYes(text) || !isQuestion || /^(false|no|n|0|off)$/i.test(text) ? isYes(text) : undefined;
}

const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** An option by its value or by its label; else the text itself. */
function optionOf(text: string, options: readonly { value: string; label?: string }[]): string {
  const named = options.find(({ value, label }) => value === text || label?.toLowerCase() === text.toLowerCase());
  return named?.value ?? text;
}

/** ISO as it is stored, or month, day and year as en-US writes them; two digits of a year are of this century. */
function dateOf(text: string, normal: (written: string) => unknown): unknown {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text) ?? [];
  const written = month && day && year ? `${year.padStart(4, '20')}-${twoDigits(month)}-${twoDigits(day)}` : text;
  return text === '' ? '' : normal(written) || undefined;
}

function timeOf(text: string, normal: (written: string) => unknown): unknown {
  const [, hour, minute = '00', half] = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(am|pm)?$/i.exec(text) ?? [];
  if (hour === undefined) return text === '' ? '' : undefined;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  return normal(`${twoDigits(hours)}:${minute}`) || undefined;
}

const twoDigits = (number: number | string) => String(number).padStart(2, '0');
