import { type MergeInput, merge, rejectedPaths } from '#schemas/changes/merge.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { EditDraft } from './editState.ts';

/** A draft with the record's values as a page edits them. */
export interface RecordDraft<Saved, Values, Changes> extends EditDraft<Saved, Changes> {
  /** The current values. */
  values(): Values;
  /** The values that were last displayed by anything but typing: a stable object until that happens again. */
  shown(): Values;
  /** Stores what the user typed. */
  type(values: Values): void;
  /** The three versions for a three-way merge: common base, own and remote. */
  threeWayMerge(theirs: Saved): MergeInput<Values>;
}

/**
 * Creates a draft of a record's values. Concurrent changes are merged down to the leaf (three-way merge,
 * `schemas/changes`). Paths are JSON pointers into the values.
 */
export function createRecordDraft<Saved, Values extends object, Changes extends object>({
  saved: first,
  valuesOf,
  changesOf,
}: {
  saved: Saved;
  /** The editable values of a record. */
  valuesOf: (saved: Saved) => Values;
  /** The PATCH body that turns `clean` into `values`, without keys that are equal. */
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
  const threeWayMerge = (theirs: Saved): MergeInput<Values> => ({
    before: clean,
    mine: values,
    theirs: valuesOf(theirs),
  });

  return {
    values: () => values,
    shown: () => shown,
    type: (next) => {
      values = next;
      notify();
    },
    isDirty: () => unsaved() !== undefined,
    unsaved,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    applySaved: (sent, saved) => {
      const isLeft = isEqual(unsaved(), sent);
      clean = valuesOf(saved);
      if (isLeft) show(clean);
      notify();
    },
    threeWayMerge,
    conflictsWith: (theirs, mine) => {
      if (mine === undefined) return merge(threeWayMerge(theirs)).conflicts.length > 0;
      return !isEqual(changesOf(valuesOf(theirs), clean), mine);
    },
    rebase: (theirs, mine) => {
      const three = threeWayMerge(theirs);
      clean = three.theirs;
      if (mine === 'all') show(merge(three).merged);
      else show(mine.length === 0 ? clean : merge(three, rejectedPaths(merge(three).conflicts, mine)).merged);
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
