import { merge, type Three } from '#schemas/changes/merge.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Draft } from './draft.ts';
import { notTaken } from './notTaken.ts';

/** The values of a record on a page. */
export interface RecordDraft<Saved, Values, Changes> extends Draft<Saved, Changes> {
  /** The values as they are now. */
  values(): Values;
  /** What was put on the screen last, other than by typing: the same object until that happens again. */
  shown(): Values;
  /** What the person typed. */
  type(values: Values): void;
  /** Somebody else's record and one's own, with what both had read. */
  sides(theirs: Saved): Three<Values>;
}

/** A record's values to be typed in; what two people change is told apart to the leaf (`schemas/changes`). Places are pointers into the values. */
export function createRecordDraft<Saved, Values extends object, Changes extends object>({
  saved: first,
  valuesOf,
  changesOf,
}: {
  saved: Saved;
  /** What can be typed in of a record. */
  valuesOf: (saved: Saved) => Values;
  /** What a save says to come from what is saved to the values; without a key where nothing differs. */
  changesOf: (values: Values, clean: Values) => Changes;
}): RecordDraft<Saved, Values, Changes> {
  let clean = valuesOf(first);
  let shown = clean;
  let values = clean;
  const listeners = new Set<() => void>();
  const unsaved = () => {
    const changes = changesOf(values, clean);
    return Object.keys(changes).length > 0 ? changes : undefined;
  };
  const sides = (theirs: Saved): Three<Values> => ({ before: clean, mine: values, theirs: valuesOf(theirs) });

  return {
    values: () => values,
    shown: () => shown,
    type: (next) => {
      values = next;
      notify();
    },
    isDirty: () => unsaved() !== undefined,
    unsaved,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settle: (sent, saved) => {
      const isLeft = isEqual(unsaved(), sent);
      clean = valuesOf(saved);
      if (isLeft) show(clean);
      notify();
    },
    sides,
    overlaps: (theirs, mine) => {
      if (mine === undefined) return merge(sides(theirs)).conflicts.length > 0;
      return !isEqual(changesOf(valuesOf(theirs), clean), mine);
    },
    follow: (theirs, mine) => {
      const three = sides(theirs);
      clean = three.theirs;
      if (mine === 'all') show(merge(three).merged);
      else show(mine.length === 0 ? clean : merge(three, notTaken(merge(three).conflicts, mine)).merged);
      notify();
    },
  };

  function show(next: Values): void {
    shown = next;
    values = next;
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }
}
