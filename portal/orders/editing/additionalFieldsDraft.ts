import { type MergeInput, merge } from '#schemas/changes/merge.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { type AdditionalValues, additionalFields } from '#schemas/orders/order-fields.ts';
import type { MergePaths } from '../../editing/editState.ts';
import { rejectedPaths } from '../../editing/rejectedPaths.ts';
import { storedChangesMergeInput } from '../unsaved-changes/storedChangesMergeInput.ts';
import type { FieldChanges } from './orderDraft.ts';

/** The draft of an order's additional fields: those beside client, form data and lines. */
export interface AdditionalFieldsDraft {
  /** Returns the same object until a value changes. */
  values(): AdditionalValues;
  set(name: string, value: unknown): void;
  /** The values that differ from the saved ones. */
  unsaved(): AdditionalValues;
  /** The same, each with the saved value on which it is based. */
  changes(): FieldChanges;
  /** Applies stored changes. Where both sides changed a field, it takes only the paths in `mine`. */
  applyChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** Takes the result of a save. Values typed after `sent` was sent stay. */
  settle(sent: object, saved: object): void;
  /** Returns the three sides of a merge; `mine` replaces one's own values. */
  mergeInput(theirs: object, mine?: object): MergeInput<AdditionalValues>;
  /** Rebases the draft on somebody else's version, keeping one's own changes of the paths in `mine`. */
  follow(theirs: object, mine: MergePaths): void;
}

/** Creates the draft of an order's additional fields. */
export function createAdditionalFieldsDraft(
  order: object,
  names: readonly string[] = additionalFields,
): AdditionalFieldsDraft {
  const valuesOf = (record: object) => valuesIn(record, names);
  let saved = valuesOf(order);
  let values = saved;
  const mergeInput = (theirs: object, mine?: object): MergeInput<AdditionalValues> => ({
    before: saved,
    mine: mine ? valuesOf({ ...saved, ...mine }) : values,
    theirs: valuesOf(theirs),
  });
  const merged = (all: MergeInput<AdditionalValues>, mine: MergePaths) =>
    mine === 'all' || mine.some((path) => names.some((name) => path === `/${name}`))
      ? merge(all, mine === 'all' ? [] : rejectedPaths(merge(all).conflicts, mine)).merged
      : all.theirs;
  return {
    values: () => values,
    set: (name, value) => {
      values = { ...values, [name]: value };
    },
    unsaved: () => differing(values, saved),
    changes: () => {
      const before = new Map(Object.entries(saved));
      const changed = Object.entries(differing(values, saved));
      return Object.fromEntries(changed.map(([name, mine]) => [name, { before: before.get(name), mine }]));
    },
    applyChanges: (changes, mine) => {
      values = merged(storedChangesMergeInput(changes, { ...values }), mine);
    },
    settle: (sent, next) => {
      values = { ...valuesOf(next), ...differing(values, valuesOf({ ...saved, ...sent })) };
      saved = valuesOf(next);
    },
    mergeInput,
    follow: (theirs, mine) => {
      values = merged(mergeInput(theirs), mine);
      saved = valuesOf(theirs);
    },
  };
}

/** Picks the named fields of a record; null for a field without a value. */
function valuesIn(record: object, names: readonly string[]): AdditionalValues {
  const all = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(names.map((name) => [name, all.get(name) ?? null]));
}

function differing(values: AdditionalValues, from: AdditionalValues): AdditionalValues {
  const before = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, before.get(name))));
}
