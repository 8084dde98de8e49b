import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Draft } from './draft.ts';

/** The fields of a record on a page. */
export interface FieldsDraft<Saved, Changes, Name extends string, Value> extends Draft<Saved, Changes> {
  /** The fields as they are now. */
  values(): Record<Name, Value>;
  /** What was put on the screen last, other than by typing: the same object until that happens again. */
  shown(): Record<Name, Value>;
  /** What the person typed. */
  type(values: Record<Name, Value>): void;
  /** What is unsaved here and different there; asked is what was changed on both sides. */
  differences(theirs: Saved): { name: Name; saved: Value; mine: Value; isAsked: boolean }[];
}

/** A record's fields to be typed in, each for itself. Places are `/NAME`. */
export function createFieldsDraft<Saved, Changes, Name extends string, Value>({
  saved: first,
  names,
  fieldsOf,
  changesOf,
}: {
  saved: Saved;
  names: readonly Name[];
  /** The fields of a record. */
  fieldsOf: (saved: Saved) => Record<Name, Value>;
  /** What a save says of the fields with these names. */
  changesOf: (values: Record<Name, Value>, names: readonly Name[]) => Changes;
}): FieldsDraft<Saved, Changes, Name, Value> {
  let clean = fieldsOf(first);
  let shown = clean;
  let values = clean;
  const listeners = new Set<() => void>();
  const unsaved = () => names.filter((name) => !isEqual(values[name], clean[name]));

  const differences: FieldsDraft<Saved, Changes, Name, Value>['differences'] = (theirs) => {
    const saved = fieldsOf(theirs);
    return unsaved()
      .filter((name) => !isEqual(values[name], saved[name]))
      .map((name) => ({
        name,
        saved: saved[name],
        mine: values[name],
        isAsked: !isEqual(clean[name], saved[name]),
      }));
  };
  return {
    values: () => values,
    shown: () => shown,
    type: (next) => {
      values = next;
      notify();
    },
    isDirty: () => unsaved().length > 0,
    unsaved: () => (unsaved().length > 0 ? changesOf(values, unsaved()) : undefined),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle: (sent, saved) => {
      const isLeft = isEqual(changesOf(values, unsaved()), sent);
      clean = fieldsOf(saved);
      if (isLeft) show(clean);
      notify();
    },
    differences,
    overlaps: (theirs, mine) => {
      if (mine === undefined) return differences(theirs).some(({ isAsked }) => isAsked);
      const there = fieldsOf(theirs);
      return !isEqual(
        changesOf(
          there,
          names.filter((name) => !isEqual(there[name], clean[name])),
        ),
        mine,
      );
    },
    follow: (theirs, mine) => {
      const kept = unsaved().filter((name) => mine === 'all' || mine.includes(`/${name}`));
      clean = fieldsOf(theirs);
      const next = { ...clean };
      for (const name of kept) next[name] = values[name];
      show(next);
      notify();
    },
  };

  function show(next: Record<Name, Value>): void {
    shown = next;
    values = next;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }
}
