import { isRecord } from '../../forms/is-record.ts';
import { numberText } from '../../texts/number-text.ts';
import { idIn, rowsIn } from '../rows.ts';

/** A place in a record or in a form's data as people know it: what it is called, and how its values read. */
export interface Place {
  /** What it is called; '' where what is inside it speaks for itself. */
  label: string;
  /** The same within a sentence: 'the status', '“Budget”'. */
  name: string;
  holds: 'value' | 'group' | 'rows';
  /** The server sets it along with a change: it goes without saying. */
  isAlong?: boolean;
  /** Nobody is to read its values. */
  isSecret?: boolean;
  /** What is at a key inside it; of a list what each row is. */
  inside(key: string): Place;
  /** A value of it for reading, '–' for none. */
  text(value: unknown): string;
}

/** A place that no form and no schema knows, under its key. */
export function unknownPlace(key: string): Place {
  return { label: key, name: `“${key}”`, holds: 'value', inside: unknownPlace, text: valueText };
}

/** The text of a group: what is in it, one beside the other. */
export const groupText =
  (inside: Place['inside']): Place['text'] =>
  (value) =>
    isRecord(value)
      ? Object.entries(value)
          .filter(([key]) => !ids.includes(key))
          .map(([key, each]) => inside(key).text(each))
          .join(' / ')
      : valueText(value);

/** The text of a list: that of each row. */
export const rowsText =
  (row: Place): Place['text'] =>
  (value) =>
    Array.isArray(value) ? listText(value, row.text) : valueText(value);

const ids = ['_id', 'id'];

/** How many items of a list are told. */
const mostItems = 20;

/** A value of which nothing is known, for reading: '–' for none, a file or a record by its name, an object by its values. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(value, {});
  if (Array.isArray(value)) return listText(value, valueText);
  if (!isRecord(value)) return String(value);
  return typeof value.name === 'string' ? value.name : groupText(() => unknownPlace(''))(value);
}

function listText(list: readonly unknown[], textOf: (item: unknown) => string): string {
  if (list.length === 0) return '–';
  const told = list.slice(0, mostItems).map(textOf).join(', ');
  return list.length > mostItems ? `${told} and ${numberText(list.length - mostItems, {})} more` : told;
}

/**
 * What the place of these keys is called, from the outside in: 'Spots 2 › Price'. A row stands under its id in `keys` and is
 * called by its number in the first of `states` that has it.
 */
export function labelAt(place: Place, keys: readonly string[], states: readonly unknown[]): string {
  let values = states;
  const numbered = keys.map((key) => {
    const number = values.map((value) => [...(rowsIn(value)?.keys() ?? [])].indexOf(key)).find((each) => each >= 0);
    values = values.map((value) => valueAt(value, key));
    return number ?? key;
  });
  return labelOf(place, numbered);
}

/** The same for keys that name a row by its number, as a JSON pointer does. */
export function labelOf(place: Place, keys: readonly (string | number)[]): string {
  const labels: string[] = [];
  let here = place;
  for (const key of keys) {
    const inner = here.inside(String(key));
    const isRow = typeof key === 'number' || here.holds === 'rows';
    if (isRow) labels.push(`${labels.pop() ?? here.label} ${Number(key) + 1}`.trim());
    else labels.push(inner.label);
    here = inner;
  }
  return labels.filter((label) => label !== '').join(' › ');
}

/** The place of these keys. */
export const placeAt = (place: Place, keys: readonly string[]): Place =>
  keys.reduce((here, key) => here.inside(key), place);

function valueAt(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.find((row) => idIn(row) === key);
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
