import { keyError } from '../../forms/read-form-with.ts';
import { suggestKey } from '../keys.ts';

/** The names of the fields of an object in the other format, and their keys here. */
export interface Names {
  readonly parent: Names | null;
  readonly taken: Set<string>;
  readonly fields: Map<string, NamedField>;
}

export interface NamedField {
  /** How a script reads it: a path from the surrounding object. */
  readonly path: readonly string[];
  readonly holds: ImportedFieldType;
  readonly inside: Names | null;
  readonly label: string;
  /** The options of a choice, as texts; empty for other fields. */
  readonly options: readonly string[];
  /**
   * Whether a choice has answers besides its options: `other`, which the other format stores as the value other, or any
   * text.
   */
  readonly own: 'none' | 'other' | 'text';
  /** Whether it is a list of checkboxes, and not another list of choices. */
  readonly isCheckboxes: boolean;
  /** The values of yes and no in the other format. */
  readonly answers: { readonly yes: unknown; readonly no: unknown };
  /** The paths of the conditional elements around it, and its own if it has a condition. */
  readonly conditions: readonly string[];
}

/** The type of a field for scripts. A `question` is yes, no, or null until it is answered. */
export type ImportedFieldType =
  | 'text'
  | 'time'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'question'
  | 'date'
  | 'list'
  | 'rows'
  | 'group';

/** An empty scope of names inside `parent`. */
export const openNames = (parent: Names | null): Names => ({ parent, taken: new Set(), fields: new Map() });

/** The key of a field: its name if that is a valid and free key, else one derived from its name or label. */
export function keyFor(names: Names, { name, label }: { name: string; label: string }): string {
  const isKey = name !== '' && keyError(name) === null && !names.taken.has(name);
  const key = isKey ? name : suggestKey(name || label, names.taken);
  names.taken.add(key);
  return key;
}

/** Resolves a name such as `contact.email` in the surrounding scopes, nearest first. */
export function findField(names: Names, name: string): NamedField | undefined {
  const parts = name.split('.');
  for (let around: Names | null = names; around; around = around.parent) {
    const found = within(around, parts);
    if (found) return found;
  }
  // In a row: `row.price`, or by the name of its list.
  return names.parent && parts.length > 1 ? within(names, parts.slice(1)) : undefined;
}

function within(names: Names, parts: readonly string[]): NamedField | undefined {
  const [first = '', ...rest] = parts;
  // A name may contain dots.
  const whole = names.fields.get(parts.join('.'));
  if (whole || rest.length === 0) return whole;
  const outer = names.fields.get(first);
  if (outer?.holds !== 'group' || !outer.inside) return undefined;
  const inner = within(outer.inside, rest);
  return inner && { ...inner, path: [...outer.path, ...inner.path] };
}
