import { type Change, diff } from '#schemas/changes/diff.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelAt, type Place, placeAt } from '#schemas/changes/words/place.ts';
import { isList, type Row } from '#schemas/forms/filling/row.ts';
import type { Form, FormData, SoundWidget } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { kinds } from '#schemas/forms/kinds/kinds.ts';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import { valuesWithin } from '#schemas/forms/reads.ts';
import type { Marks } from './marks.ts';

/** Which of two states is on the screen. */
export type Side = 'was' | 'now';

export interface FormMarks extends Pick<Marks, 'isMarked' | 'kindOfRow'> {
  /** What is said of a widget in its place, a line for each. */
  textsAt(widget: SoundWidget, row: Row): readonly string[];
}

/** Characters of a value that a mark tells. */
const longest = 200;

/** What two states of a form's data make another, by the places of the one that is shown: fields, and rows that came, went or moved. */
export function formMarks(form: Pick<Form, 'scope'>, states: Record<Side, FormData>, shown: Side): FormMarks {
  const place = formPlace(form);
  const changes = diff(states.was, states.now);
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const rowChanges = new Map(
    changes.filter(({ kind }) => kind !== 'changed').map((change) => [change.path, change] as const),
  );
  const textsAt = (widget: SoundWidget, row: Row): readonly string[] => {
    // What stands in it is out of sight until it is opened.
    if (widget.type === 'modal')
      return valuesWithin(widget).some((each) => each !== widget && textsAt(each, row).length > 0) ? inIt : nothing;
    if (isRowOf(widget)) return rowTexts(rowChanges.get(pointerOf(keysOfRow(row))), shown);
    if (widget.key === '') return nothing;
    const keys = [...keysOfRow(row), ...widget.scope.inRow, widget.key];
    if (kinds[widget.type].holds === 'value') return fieldTexts(valuesAt(byPath, keys), placeAt(place, keys), shown);
    if (!isList(widget)) return nothing;
    const rows = rowsOf([...rowChanges.values()], keys);
    const away = awayTexts(rows, { place, shown, states });
    // The rows of a collection say it themselves, those of a table have no room for it.
    return widget.type === 'table' ? [...away, ...hereTexts(rows, { place, shown, states })] : away;
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
const inIt: readonly string[] = ['Something in it differs'];

/** What stands in a row of a list speaks for the row. */
const isRowOf = ({ parent }: SoundWidget) => parent !== null && isList(parent);

/** The keys to a row, by its id and those of the rows around it. */
const keysOfRow = ({ parent, list, id }: Row): string[] =>
  parent && list ? [...keysOfRow(parent), ...list.scope.inRow, list.key, id] : [];

/** Both values at a place where they differ, also where all around it is another; none in a row that came or went. */
function valuesAt(changes: ReadonlyMap<string, Change>, keys: readonly string[]): Record<Side, unknown> | undefined {
  for (let length = keys.length; length > 0; length -= 1) {
    const change = changes.get(pointerOf(keys.slice(0, length)));
    if (change?.kind !== 'changed') continue;
    const [was, now] = [change.before, change.after].map((value) => keys.slice(length).reduce(inside, value));
    return isEqual(was, now) ? undefined : { was, now };
  }
  return undefined;
}

const inside = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

function fieldTexts(values: Record<Side, unknown> | undefined, { text }: Place, shown: Side): readonly string[] {
  if (!values) return nothing;
  const [was, now] = [text(values.was), text(values.now)];
  return was === now && was === none ? nothing : [changeInWords({ was, now }, shown)];
}

/** What a value of the state that is shown was before, or became later, by its texts. */
export function changeInWords({ was, now }: Record<Side, string>, shown: Side): string {
  if (shown === 'now') return was === none ? 'Was empty' : `Changed from ${clipped(was)}`;
  return now === none ? 'Emptied later' : `Changed later to ${clipped(now)}`;
}

/** How a value that is none reads. */
const none = '–';

const clipped = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** What is said of a row of the state that is shown that came, went or moved. */
export function rowTexts(change: Change | undefined, shown: Side): readonly string[] {
  if (!change) return nothing;
  const number = (value: unknown) => Number(value) + 1;
  const words = {
    was: { added: '', removed: 'Removed later', moved: `Moved later to number ${number(change.after)}`, changed: '' },
    now: { added: 'Added', removed: '', moved: `Moved from number ${number(change.before)}`, changed: '' },
  } satisfies Record<Side, Record<Change['kind'], string>>;
  const text = words[shown][change.kind];
  return text === '' ? nothing : [text];
}

interface Rows {
  place: Place;
  shown: Side;
  states: Record<Side, FormData>;
}

/** How many rows a list tells of. */
const mostRows = 20;

/** What became of the rows of one list. */
function rowsOf(changes: readonly Change[], keys: readonly string[]): Change[] {
  const here = `${pointerOf(keys)}/`;
  return changes.filter(({ path }) => path.startsWith(here) && !path.slice(here.length).includes('/'));
}

/** The rows that the other state has and the shown one has not. */
function awayTexts(rows: readonly Change[], { place, shown, states }: Rows): readonly string[] {
  const [kind, words, other] = shown === 'now' ? away.now : away.was;
  return upTo(
    rows.filter((row) => row.kind === kind),
    ({ path, before, after }) => {
      const keys = keysOf(path);
      return `${words}: ${labelAt(place, keys, [states[other]])} (${clipped(placeAt(place, keys).text(before ?? after))})`;
    },
  );
}

const away = {
  now: ['removed', 'Removed', 'was'],
  was: ['added', 'Added later', 'now'],
} as const satisfies Record<Side, [Change['kind'], string, Side]>;

/** The rows that are shown. */
function hereTexts(rows: readonly Change[], { place, shown, states }: Rows): readonly string[] {
  const told = rows.filter((row) => rowTexts(row, shown).length > 0);
  return upTo(
    told,
    (row) => `${labelAt(place, keysOf(row.path), [states[shown]])}: ${rowTexts(row, shown).join(', ')}`,
  );
}

function upTo(rows: readonly Change[], tell: (row: Change) => string): string[] {
  const rest = rows.length - mostRows;
  return [...rows.slice(0, mostRows).map(tell), ...(rest > 0 ? [`and ${rest} more`] : [])];
}
