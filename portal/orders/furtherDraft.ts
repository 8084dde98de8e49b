import { merge, type Three } from '#schemas/changes/merge.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { type FurtherValues, furtherFields } from '#schemas/orders/order-fields.ts';
import type { Places } from '../editing/draft.ts';
import { notTaken } from '../editing/notTaken.ts';
import type { FieldChanges } from './orderDraft.ts';
import { keptSides } from './sides.ts';

/** The fields of an order beside client, form data and lines, as they are filled in. */
export interface FurtherDraft {
  /** The same object as long as none of them changes. */
  values(): FurtherValues;
  set(name: string, value: unknown): void;
  /** Those that differ from the saved ones. */
  unsaved(): FurtherValues;
  /** The same, each with the saved value that it was typed over. */
  changes(): FieldChanges;
  /** Puts earlier changes on top of what is here; where both changed the same, only at the places of `mine`. */
  takeChanges(changes: FieldChanges, mine: readonly string[]): void;
  /** A save said `sent`, and this came of it: what was typed meanwhile stays. */
  settle(sent: object, saved: object): void;
  /** One's own and somebody else's values; one's own are those of `mine` where it is given. */
  sides(theirs: object, mine?: object): Three<FurtherValues>;
  /** Goes on from somebody else's order, with one's own changes of these places on top of it. */
  follow(theirs: object, mine: Places): void;
}

/** Opens them to be filled in. */
export function createFurtherDraft(order: object, names: readonly string[] = furtherFields): FurtherDraft {
  const valuesOf = (record: object) => valuesIn(record, names);
  let saved = valuesOf(order);
  let values = saved;
  const sides = (theirs: object, mine?: object): Three<FurtherValues> => ({
    before: saved,
    mine: mine ? valuesOf({ ...saved, ...mine }) : values,
    theirs: valuesOf(theirs),
  });
  const merged = (all: Three<FurtherValues>, mine: Places) =>
    mine === 'all' || mine.some((path) => names.some((name) => path === `/${name}`))
      ? merge(all, mine === 'all' ? [] : notTaken(merge(all).conflicts, mine)).merged
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
    takeChanges: (changes, mine) => {
      values = merged(keptSides(changes, { ...values }), mine);
    },
    settle: (sent, next) => {
      values = { ...valuesOf(next), ...differing(values, valuesOf({ ...saved, ...sent })) };
      saved = valuesOf(next);
    },
    sides,
    follow: (theirs, mine) => {
      values = merged(sides(theirs), mine);
      saved = valuesOf(theirs);
    },
  };
}

/** The fields of these names in a record; null for one without a value. */
function valuesIn(record: object, names: readonly string[]): FurtherValues {
  const all = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(names.map((name) => [name, all.get(name) ?? null]));
}

function differing(values: FurtherValues, from: FurtherValues): FurtherValues {
  const before = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, before.get(name))));
}
