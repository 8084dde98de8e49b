import { flushSync } from 'react-dom';
import { labelledWith, optionsFromOf } from '#schemas/forms/accepted-options.ts';
import { pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import { isValidFormat } from '#schemas/forms/filling/validate-widget.ts';
import type { AnyWidget, ValidWidget } from '#schemas/forms/form.ts';
import type { Configs, WidgetType } from '#schemas/generated/widgets.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { localToday } from '../dates/days.ts';
import type { FormStore } from '../store/formStore.ts';
import { typedKindOf } from '../typed/fieldKind.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { parseClipboardCells } from './parseClipboardCells.ts';

/** A widget in a row. */
export interface FieldLocation {
  widget: ValidWidget;
  row: Row;
}

/** The result of a paste. */
export interface PasteResult {
  rows: number;
  /** Rows that exceed the list's limit. */
  overflowRows: number;
  /** Cells that no field could take: read-only, beyond the last column, or not a text value. */
  rejectedCells: number;
  /** Cells stored as text because their fields could not parse them. */
  unparsed: readonly FieldLocation[];
  summary: string;
}

/** Where and what to paste. */
export interface PasteTarget {
  text: string;
  rows: readonly Row[];
  /** The index of the row where the paste starts. */
  first: number;
  /** The columns from the one where the paste starts. */
  columns: readonly AnyWidget[];
  /** The maximum number of rows of the list. */
  maxRows: number;
  addRow: () => Row;
}

/**
 * Pastes spreadsheet cells into rows, from a field to the right and down, adding rows up to the limit. Returns what was
 * pasted.
 */
export function pasteRows(store: FormStore, { text, rows, first, columns, maxRows, addRow }: PasteTarget): PasteResult {
  const cells = parseClipboardCells(text);
  const fitting = cells.slice(0, Math.max(0, maxRows - first));
  const filled: FieldLocation[] = [];
  let rejectedCells = 0;
  flushSync(() =>
    store.batch(() => {
      for (const [index, line] of fitting.entries()) {
        const row = rows[first + index] ?? addRow();
        for (const [offset, cell] of line.entries()) {
          const widget = columns[offset];
          if (widget && canPaste(store, widget, row) && pasteInto(store, { widget, row }, cell))
            filled.push({ widget, row });
          else if (cell !== '') rejectedCells += 1;
        }
      }
    }),
  );
  const unparsed = filled.filter((place) => isUnparsed(store, place));
  const counts = { rows: fitting.length, overflowRows: cells.length - fitting.length, rejectedCells, unparsed };
  return { ...counts, summary: summarizePaste(counts) };
}

function pasteInto(store: FormStore, { widget, row }: FieldLocation, text: string): boolean {
  const pasted = parsePastedValue(widget, text, store);
  if (!pasted) return false;
  store.set(widget, row, pasted.value);
  store.notify(widget, row, pasted.notice);
  store.leave(widget, row);
  return true;
}

const canPaste = (store: FormStore, widget: AnyWidget, row: Row): widget is ValidWidget =>
  widget.type !== 'broken' && widget.key !== '' && !store.cell(widget, row).isLocked;

/** Whether a field still contains text that it cannot parse, or a value that is not an option. */
export const isUnparsed = (store: FormStore, { widget, row }: FieldLocation): boolean =>
  !isValidFormat(widget, storedValue(widget, row) ?? null, { row, context: store.context() });

/** The path of a field in the form's data. */
export const fieldPath = ({ widget, row }: FieldLocation): string => pathOf(widget, row);

/** The summary of a paste as text. */
export function summarizePaste({ rows, overflowRows, rejectedCells, unparsed }: Omit<PasteResult, 'summary'>): string {
  return [
    `${rows} ${rows === 1 ? 'row' : 'rows'} pasted`,
    overflowRows > 0 && `${overflowRows} didn't fit`,
    rejectedCells > 0 && `${rejectedCells} ${rejectedCells === 1 ? 'cell' : 'cells'} couldn't be pasted`,
    unparsed.length > 0 && `${unparsed.length} ${unparsed.length === 1 ? 'cell' : 'cells'} couldn't be read`,
  ]
    .filter(Boolean)
    .join(', ');
}

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
  const source = context().options?.[optionsFromOf(widget)];
  const value = chosenValue(source ? labelledWith(widget, source.options) : widget, trimText(text));
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
