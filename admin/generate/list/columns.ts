import type { Field, Resource } from '#schemas/resource/resource.ts';

/** Objects do not fit on one line, and lists come without free maps. */
const wideKinds = ['object', 'map'];

/** Fields that can be columns of a list, in schema order. */
export function choosableColumns({ fields }: Resource, isVisible: (field: Field) => boolean): Field[] {
  return fields.filter(
    (field) =>
      field.name !== 'revision' && !wideKinds.includes(field.kind) && !field.property.writeOnly && isVisible(field),
  );
}

/** Resolves the stored choice to column names; falls back to `usual` if none of them exists any more. */
export function shownColumns(
  choosable: Field[],
  { stored, defaults }: { stored: string[] | undefined; defaults: string[] },
) {
  const existing = (stored ?? defaults).filter((name) => choosable.some((field) => field.name === name));
  return existing.length > 0 ? existing : defaults;
}

/** Adds a column at the end, or removes it. */
export function toggleColumn(shown: string[], name: string): string[] {
  return shown.includes(name) ? shown.filter((each) => each !== name) : [...shown, name];
}

/** Moves a column by one position, within bounds. */
export function moveColumn(shown: string[], name: string, by: -1 | 1): string[] {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(from, 1).toSpliced(to, 0, name);
}
