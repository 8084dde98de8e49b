import { isEqual } from '../forms/is-equal.ts';
import type { Property } from '../generated/vocabulary.ts';
import { type Change, compare, type Placed, placeOf } from './compare.ts';
import { isOfFittingType, storedTypeOf } from './narrowed.ts';
import type { Resources } from './released.ts';
import { faultsOf } from './values.ts';

/** What nobody but a person knows, by places such as `Vendor.contacts.email`. */
export interface Decisions {
  renamed: Record<string, string>;
  /** What went although something of its type came. */
  removed: string[];
  /** What a record gets that lacks a property it must have, or whose value does not fit. */
  values: Record<string, unknown>;
}

/** What has to be asked before a migration can be written. */
export type Question =
  | { asks: 'name'; place: string; type: string; candidates: string[] }
  | { asks: 'value'; place: string; property: Property; why: string };

export interface Comparison {
  before: Resources;
  after: Resources;
}

/** The changes as far as they are decided, and what is still open. */
export function decide({ before, after }: Comparison, decisions: Decisions): { changes: Change[]; open: Question[] } {
  const changes = compare(before, after, decisions.renamed);
  const names = changes.flatMap((change): Question[] => {
    const candidates = decisions.removed.includes(placeOf(change)) ? [] : candidatesOf(change, changes);
    const type = change.kind === 'removed' ? storedTypeOf(change.property) : 'resource';
    return candidates.length > 0 ? [{ asks: 'name', place: placeOf(change), type, candidates }] : [];
  });
  // What needs a value is known once it is known what is called what.
  if (names.length > 0) return { changes, open: names };
  return { changes, open: changes.flatMap((change) => questionOf(change, decisions)) };
}

/** What a property or resource that went may be called now: what came of a fitting type beside it. */
function candidatesOf(change: Change, changes: readonly Change[]): string[] {
  if (change.kind === 'gone') return changes.flatMap((each) => (each.kind === 'came' ? [each.resource] : []));
  if (change.kind !== 'removed') return [];
  return changes.flatMap((each) =>
    each.kind === 'added' && isBeside(each, change) && isOfFittingType(change.property, each.property)
      ? [lastOf(each.path)]
      : [],
  );
}

const isBeside = (one: Placed, other: Placed) =>
  one.resource === other.resource && aboveOf(one.path) === aboveOf(other.path);
const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const aboveOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));

function questionOf(change: Change, { values }: Decisions): Question[] {
  const { property, why } = needsValue(change);
  const place = placeOf(change);
  return property === undefined || Object.hasOwn(values, place) ? [] : [{ asks: 'value', place, property, why }];
}

function needsValue(change: Change): { property?: Property; why: string } {
  if (change.kind === 'lacking' && change.fallback === undefined)
    return { property: change.property, why: 'is required, and records that are stored may lack it' };
  if (change.kind === 'narrowed' && change.isRequired && change.property.default === undefined)
    return {
      property: change.property,
      why: `is required and takes less than before (${change.why.join('; ')}), and stored values may not fit`,
    };
  return { why: '' };
}

/** Throws an Error for a decision about what nobody asked, or with a value that does not fit: each with what is allowed. */
export function checkDecisions({ before, after }: Comparison, { renamed, removed, values }: Decisions): void {
  for (const [place, name] of Object.entries(renamed)) {
    const others = Object.fromEntries(Object.entries(renamed).filter(([each]) => each !== place));
    const changes = compare(before, after, others);
    const came = beside(requireGone(place, changes), changes);
    if (!came.includes(name))
      throw new Error(
        `--renamed ${place}=${name}: ${name} did not come beside it. ${allowed('What came there', came)}`,
      );
  }
  const changes = compare(before, after, renamed);
  for (const place of removed) requireGone(place, changes);
  for (const [place, value] of Object.entries(values)) requireFitting(place, value, changes);
}

function requireFitting(place: string, value: unknown, changes: readonly Change[]): void {
  const valued = changes.filter(takesValue);
  const found = valued.filter((each) => placeOf(each) === place);
  const [change] = found;
  if (!change)
    throw new Error(
      `--value ${place}: no record needs a value there. ${allowed('Where one may', [...new Set(valued.map(placeOf))])}`,
    );
  if (found.every((each) => each.kind === 'lacking' && each.fallback !== undefined && !isEqual(each.fallback, value)))
    throw new Error(
      `--value ${place}: a record that lacks it gets the default that it is read as. Leave the option out.`,
    );
  const [fault] = faultsOf(value, change.property);
  if (fault !== undefined)
    throw new Error(`--value ${place}=${JSON.stringify(value)} does not fit its schema: ${fault}`);
}

type Valued = Extract<Change, { kind: 'lacking' | 'narrowed' }>;

const takesValue = (change: Change): change is Valued => change.kind === 'lacking' || change.kind === 'narrowed';

/** The names of what came where something went. */
const beside = (gone: Gone, changes: readonly Change[]): string[] =>
  changes.flatMap((each) => {
    if (gone.kind === 'gone') return each.kind === 'came' ? [each.resource] : [];
    return each.kind === 'added' && isBeside(each, gone) ? [lastOf(each.path)] : [];
  });

type Gone = Extract<Change, { kind: 'gone' | 'removed' }>;

function requireGone(place: string, changes: readonly Change[]): Gone {
  const gone = changes.filter((each): each is Gone => each.kind === 'gone' || each.kind === 'removed');
  const found = gone.find((each) => placeOf(each) === place);
  if (found) return found;
  throw new Error(
    `${place} did not go since the schemas were last released. ${allowed('What went', gone.map(placeOf))}`,
  );
}

const allowed = (what: string, names: string[]) => `${what}: ${names.length > 0 ? names.join(', ') : 'nothing'}.`;
