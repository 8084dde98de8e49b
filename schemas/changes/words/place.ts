import { isRecord } from '../../forms/is-record.ts';
import { numberText } from '../../texts/number-text.ts';
import { identityOf, rowsById } from '../rows.ts';

/** A place in a record or in form data as people know it: its label, and how its values are formatted. */
export interface FieldDescription {
  /** The label; '' if the labels inside are enough. */
  label: string;
  /** The same within a sentence: 'the status', '“Budget”'. */
  name: string;
  holds: 'value' | 'group' | 'rows';
  /** The server sets it as a side effect of another change, so summaries skip it. */
  isSetByServer?: boolean;
  /** Its values must not be shown. */
  isSecret?: boolean;
  /** The place at a key inside it; for a list, the place of each row. */
  inside(key: string): FieldDescription;
  /** Formats a value, '–' if it is empty. */
  text(value: unknown): string;
}

/** A place that neither form nor schema describes; its label is its key. */
export function unknownPlace(key: string): FieldDescription {
  return { label: key, name: `“${key}”`, holds: 'value', inside: unknownPlace, text: valueText };
}

/** Formats a group: its values, separated by slashes. */
export const groupText =
  (inside: FieldDescription['inside']): FieldDescription['text'] =>
  (value) =>
    isRecord(value)
      ? Object.entries(value)
          .filter(([key]) => !ids.includes(key))
          .map(([key, each]) => inside(key).text(each))
          .join(' / ')
      : valueText(value);

/** Formats a list: each row, separated by commas. */
export const rowsText =
  (row: FieldDescription): FieldDescription['text'] =>
  (value) =>
    Array.isArray(value) ? listText(value, row.text) : valueText(value);

const ids = ['_id', 'id'];

/** The maximum number of items of a list that are shown. */
const maxItems = 20;

/** Formats a value of unknown type: '–' if empty, a file or a record by its name, an object by its values. */
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
  const items = list.slice(0, maxItems).map(textOf).join(', ');
  return list.length > maxItems ? `${items} and ${numberText(list.length - maxItems, {})} more` : items;
}

/**
 * The label of a path: 'Spots 2 › Price'. `keys` address a row by its id; the label has its number in the first of
 * `states` that contains it.
 */
export function labelAt(place: FieldDescription, keys: readonly string[], states: readonly unknown[]): string {
  let values = states;
  const numbered = keys.map((key) => {
    const number = values.map((value) => [...(rowsById(value)?.keys() ?? [])].indexOf(key)).find((each) => each >= 0);
    values = values.map((value) => valueAt(value, key));
    return number ?? key;
  });
  return labelOfPath(place, numbered);
}

/** The label of a path that addresses rows by their index, as a JSON pointer does. */
export function labelOfPath(place: FieldDescription, keys: readonly (string | number)[]): string {
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

/** The place at a path. */
export const placeAt = (place: FieldDescription, keys: readonly string[]): FieldDescription =>
  keys.reduce((here, key) => here.inside(key), place);

function valueAt(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.find((row) => identityOf(row) === key);
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
