import { type Change, diff } from '#schemas/changes/diff.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { type FieldDescription, labelAt, placeAt } from '#schemas/changes/words/place.ts';
import { isList, type Row } from '#schemas/forms/filling/row.ts';
import type { Form, FormValues, ValidWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import { valuesWithin } from '#schemas/forms/reads.ts';
import type { FormChangeMarks } from './marks.ts';

/** Which of the two compared states is shown: the earlier or the current one. */
export type ComparedSide = 'was' | 'now';

/** The change marks of a form. */
export interface ChangeMarks extends Pick<FormChangeMarks, 'isMarked' | 'kindOfRow'> {
  /** The mark texts of a widget, one line each. */
  textsAt(widget: ValidWidget, row: Row): readonly string[];
}

/** The maximum length of a value in a mark, in characters. */
const maxLength = 200;

/**
 * Computes change marks (a diff) for two states of a form's data: changed fields, and rows that were added, removed or
 * moved.
 */
export function computeChangeMarks(
  form: Pick<Form, 'scope'>,
  states: Record<ComparedSide, FormValues>,
  shown: ComparedSide,
): ChangeMarks {
  const place = formPlace(form);
  const changes = diff(states.was, states.now);
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const rowChanges = new Map(
    changes.filter(({ kind }) => kind !== 'changed').map((change) => [change.path, change] as const),
  );
  const textsAt = (widget: ValidWidget, row: Row): readonly string[] => {
    // The modal's content is hidden until it is opened.
    if (widget.type === 'modal')
      return valuesWithin(widget).some((each) => each !== widget && textsAt(each, row).length > 0) ? inModal : nothing;
    if (isRowOf(widget)) return describeRowChange(rowChanges.get(pointerOf(keysOfRow(row))), shown);
    if (widget.key === '') return nothing;
    const keys = [...keysOfRow(row), ...widget.scope.inRow, widget.key];
    if (widgetKinds[widget.type].holds === 'value')
      return fieldTexts(valuesAt(byPath, keys), placeAt(place, keys), shown);
    if (!isList(widget)) return nothing;
    const rows = rowsOf([...rowChanges.values()], keys);
    const hidden = hiddenRowTexts(rows, { place, shown, states });
    // Collection rows show their own marks; table rows have no room for them.
    return widget.type === 'table' ? [...hidden, ...shownRowTexts(rows, { place, shown, states })] : hidden;
  };
  return {
    textsAt,
    isMarked: (widget, row) => textsAt(widget, row).length > 0,
    kindOfRow: (row) => {
      const kind = rowChanges.get(pointerOf(keysOfRow(row)))?.kind;
      return kind === 'changed' ? undefined : kind;
    },
  };
}

const nothing: readonly string[] = [];
const inModal: readonly string[] = ['Something in it has changed'];

/** A widget that is the row template of a list represents the row. */
const isRowOf = ({ parent }: ValidWidget) => parent !== null && isList(parent);

/** The path keys of a row, by its id and those of its parent rows. */
export const keysOfRow = ({ parent, list, id }: Row): string[] =>
  parent && list ? [...keysOfRow(parent), ...list.scope.inRow, list.key, id] : [];

/**
 * Both values of a changed path, also if the change is recorded on a parent. Undefined in rows that were added or
 * removed.
 */
function valuesAt(
  changes: ReadonlyMap<string, Change>,
  keys: readonly string[],
): Record<ComparedSide, unknown> | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const change = changes.get(pointerOf(keys.slice(0, length)));
    if (change?.kind !== 'changed') continue;
    const [was, now] = [change.before, change.after].map((value) => keys.slice(length).reduce(inside, value));
    return isEqual(was, now) ? undefined : { was, now };
  }
  return undefined;
}

const inside = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

function fieldTexts(
  values: Record<ComparedSide, unknown> | undefined,
  { text }: FieldDescription,
  shown: ComparedSide,
): readonly string[] {
  if (!values) return nothing;
  const [was, now] = [text(values.was), text(values.now)];
  return was === now && was === emptyText ? nothing : [describeChange({ was, now }, shown)];
}

/** Describes a change from the perspective of the shown state: what the value was before, or became later. */
export function describeChange({ was, now }: Record<ComparedSide, string>, shown: ComparedSide): string {
  if (shown === 'now') return was === emptyText ? 'Was empty' : `Changed from ${clipped(was)}`;
  return now === emptyText ? 'Cleared later' : `Changed later to ${clipped(now)}`;
}

/** The text of an empty value. */
const emptyText = '–';

const clipped = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** The mark texts of an added, removed or moved row. */
export function describeRowChange(change: Change | undefined, shown: ComparedSide): readonly string[] {
  if (!change) return nothing;
  const number = (value: unknown) => Number(value) + 1;
  const words = {
    was: { added: '', removed: 'Removed later', moved: `Moved later to number ${number(change.after)}`, changed: '' },
    now: { added: 'Added', removed: '', moved: `Moved from number ${number(change.before)}`, changed: '' },
  } satisfies Record<ComparedSide, Record<Change['kind'], string>>;
  const text = words[shown][change.kind];
  return text === '' ? nothing : [text];
}

interface Rows {
  place: FieldDescription;
  shown: ComparedSide;
  states: Record<ComparedSide, FormValues>;
}

/** The maximum number of rows that a list's marks name. */
const maxRows = 20;

/** The changes of one list's rows. */
function rowsOf(changes: readonly Change[], keys: readonly string[]): Change[] {
  const here = `${pointerOf(keys)}/`;
  return changes.filter(({ path }) => path.startsWith(here) && !path.slice(here.length).includes('/'));
}

/** Texts for the rows that only the other state has. */
function hiddenRowTexts(rows: readonly Change[], { place, shown, states }: Rows): readonly string[] {
  const [kind, words, other] = shown === 'now' ? hidden.now : hidden.was;
  return listRows(
    rows.filter((row) => row.kind === kind),
    ({ path, before, after }) => {
      const keys = keysOf(path);
      return `${words}: ${labelAt(place, keys, [states[other]])} (${clipped(placeAt(place, keys).text(before ?? after))})`;
    },
  );
}

const hidden = {
  now: ['removed', 'Removed', 'was'],
  was: ['added', 'Added later', 'now'],
} as const satisfies Record<ComparedSide, [Change['kind'], string, ComparedSide]>;

function shownRowTexts(rows: readonly Change[], { place, shown, states }: Rows): readonly string[] {
  const changedRows = rows.filter((row) => describeRowChange(row, shown).length > 0);
  return listRows(
    changedRows,
    (row) => `${labelAt(place, keysOf(row.path), [states[shown]])}: ${describeRowChange(row, shown).join(', ')}`,
  );
}

function listRows(rows: readonly Change[], describeRow: (row: Change) => string): string[] {
  const rest = rows.length - maxRows;
  return [...rows.slice(0, maxRows).map(describeRow), ...(rest > 0 ? [`and ${rest} more`] : [])];
}
