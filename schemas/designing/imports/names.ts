import { keyFault } from '../../forms/key-fault.ts';
import { suggestKey } from '../keys.ts';

/** What the fields of an object are called in another format, and here. */
export interface Names {
  readonly parent: Names | null;
  readonly taken: Set<string>;
  readonly fields: Map<string, NamedField>;
}

export interface NamedField {
  /** How a script reads it: from its own object or one in it. */
  readonly path: readonly string[];
  readonly holds: Holds;
  readonly inside: Names | null;
}

/** What scripts read of a field; a question is yes, no, or neither until it is answered. */
export type Holds = 'text' | 'number' | 'boolean' | 'question' | 'date' | 'list' | 'group';

export const openNames = (parent: Names | null): Names => ({ parent, taken: new Set(), fields: new Map() });

/** Gives a field a key: its name where that can be one, else what its name or label suggests. */
export function keyFor(names: Names, { name, label }: { name: string; label: string }): string {
  const isKey = name !== '' && keyFault(name) === null && !names.taken.has(name);
  const key = isKey ? name : suggestKey(name || label, names.taken);
  names.taken.add(key);
  return key;
}

/** The field of a name such as `contact.email`, nearest first. */
export function fieldNamed(names: Names, name: string): NamedField | undefined {
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
  // Names may have dots in them.
  const whole = names.fields.get(parts.join('.'));
  if (whole || rest.length === 0) return whole;
  const outer = names.fields.get(first);
  if (outer?.holds !== 'group' || !outer.inside) return undefined;
  const inner = within(outer.inside, rest);
  return inner && { ...inner, path: [...outer.path, ...inner.path] };
}
