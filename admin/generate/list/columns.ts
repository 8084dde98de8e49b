import type { Field, Resource } from '#schemas/resource/resource.ts';

/** Whole objects have no line of their own, and lists come without free maps. */
const uncolumned = ['object', 'map'];

/** The fields that a person may have as columns of a list, in the order of the schema. */
export function choosableColumns({ fields }: Resource, isVisible: (field: Field) => boolean): Field[] {
  return fields.filter(
    (field) =>
      field.name !== 'revision' && !uncolumned.includes(field.kind) && !field.property.writeOnly && isVisible(field),
  );
}

/** The names that are columns, in the order in which they were chosen; `usual` when nothing is left of the choice. */
export function shownColumns(choosable: Field[], { kept, usual }: { kept: string[] | undefined; usual: string[] }) {
  const known = (kept ?? usual).filter((name) => choosable.some((field) => field.name === name));
  return known.length > 0 ? known : usual;
}

/** The choice with one column taken away, or put in at the end. */
export function toggled(shown: string[], name: string): string[] {
  return shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
}

/** The choice with one column moved by some places, as far as there are places. */
export function moved(shown: string[], name: string, by: -1 | 1): string[] {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(from, 1).toSpliced(to, 0, name);
}
