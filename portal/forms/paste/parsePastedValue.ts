import type { ValidWidget } from '#schemas/forms/form.ts';
import type { Configs, WidgetType } from '#schemas/generated/widgets.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { localToday } from '../dates/today.ts';
import type { FormStore } from '../store/formStore.ts';
import { typedKindOf } from '../typed/fieldKind.ts';
import type { FieldNotice } from '../typed/typedField.ts';

/**
 * Parses a pasted cell for a widget. Returns the value and a notice, or undefined if the widget cannot hold text, such
 * as a file. Unparsable text and unknown options are stored as they are, and validation reports them.
 */
export function parsePastedValue(
  widget: ValidWidget,
  text: string,
  { context }: Pick<FormStore, 'context'>,
): { value: unknown; notice: FieldNotice | null } | undefined {
  // No relative dates: other programs do not mean today by 't' or '+7'.
  const kind = typedKindOf(widget, { context, today: localToday, isRelativeAccepted: false });
  if (kind) return kind.commit(text);
  const value = chosenValue(widget, trimText(text));
  return value === undefined ? undefined : { value, notice: null };
}

function chosenValue<T extends WidgetType>({ type, config }: { type: T; config: Configs[T] }, text: string): unknown {
  const read: Reader<T> | undefined = readers[type];
  return read?.(text, config);
}

type Reader<T extends WidgetType> = (text: string, config: Configs[T]) => unknown;

/** How choice widgets parse a text. */
const readers: { readonly [T in WidgetType]?: Reader<T> } = {
  tags_input: (text) => partsOf(text),
  select: (text, { options }) => optionOf(text, options),
  radio: (text, { options }) => optionOf(text, options),
  checkbox: yesOrNo,
  checkboxes: (text, { options }) => partsOf(text).map((part) => optionOf(part, options)),
  multiple_select: (text, { options }) => partsOf(text).map((part) => optionOf(part, options)),
};

const yes = /^(?:true|yes|y|1|x|on|✓)$/i;
const no = /^(?:false|no|n|0|off|)$/i;

/** A blank cell is null (unanswered) where an answer is expected; otherwise the box is unchecked. */
function yesOrNo(text: string, { presentation, emptyUntilAnswered }: Configs['checkbox']): boolean | null | undefined {
  if (text === '' && (presentation === 'yes_no' || emptyUntilAnswered)) return null;
  return yes.test(text) ? true : no.test(text) ? false : undefined;
}

const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map(trimText)
      .filter((part) => part !== ''),
  ),
];

/** Finds an option by value or label; otherwise returns the text itself. */
function optionOf(text: string, options: readonly { value: string; label?: string }[]): string {
  const match = options.find(({ value, label }) => value === text || label?.toLowerCase() === text.toLowerCase());
  return match?.value ?? text;
}
