import { isEqual } from '../forms/is-equal.ts';
import type { Property } from '../generated/vocabulary.ts';
import {
  compareSchemas,
  hasSameType,
  locationOf,
  type PropertyLocation,
  type SchemaChange,
  storedTypeOf,
} from './compare.ts';
import type { Resources } from './released.ts';
import { validateValue } from './validate-value.ts';

/** The answers that only a person can give, by locations such as `Vendor.contacts.email`. */
export interface Decisions {
  renamed: Record<string, string>;
  /** Properties that were really removed, although one of the same type was added. */
  removed: string[];
  /** The values for records that lack a required property, or whose value is invalid. */
  values: Record<string, unknown>;
}

/** A question that must be answered before a migration can be written. */
export type Question =
  | { kind: 'name'; place: string; type: string; candidates: string[] }
  | { kind: 'value'; place: string; property: Property; why: string };

export interface SchemaComparison {
  before: Resources;
  after: Resources;
}

/** Diffs the schemas with the decisions made so far. Returns the changes and the open questions. */
export function applyDecisions(
  { before, after }: SchemaComparison,
  decisions: Decisions,
): { changes: SchemaChange[]; open: Question[] } {
  const changes = compareSchemas(before, after, decisions.renamed);
  const names = changes.flatMap((change): Question[] => {
    const candidates = decisions.removed.includes(locationOf(change)) ? [] : candidatesOf(change, changes);
    const type = change.kind === 'removed' ? storedTypeOf(change.property) : 'resource';
    return candidates.length > 0 ? [{ kind: 'name', place: locationOf(change), type, candidates }] : [];
  });
  // Whether a value is needed depends on the renames, so ask for those first.
  if (names.length > 0) return { changes, open: names };
  return { changes, open: changes.flatMap((change) => questionOf(change, decisions)) };
}

/** The names that a removed property or resource may have now: those of added siblings of the same type. */
function candidatesOf(change: SchemaChange, changes: readonly SchemaChange[]): string[] {
  if (change.kind === 'gone') return changes.flatMap((each) => (each.kind === 'came' ? [each.resource] : []));
  if (change.kind !== 'removed') return [];
  return changes.flatMap((each) =>
    each.kind === 'added' && isBeside(each, change) && hasSameType(change.property, each.property)
      ? [lastOf(each.path)]
      : [],
  );
}

const isBeside = (one: PropertyLocation, other: PropertyLocation) =>
  one.resource === other.resource && aboveOf(one.path) === aboveOf(other.path);
const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);
const aboveOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));

function questionOf(change: SchemaChange, { values }: Decisions): Question[] {
  const { property, why } = needsValue(change);
  const place = locationOf(change);
  return property === undefined || Object.hasOwn(values, place) ? [] : [{ kind: 'value', place, property, why }];
}

function needsValue(change: SchemaChange): { property?: Property; why: string } {
  if (change.kind === 'lacking' && change.fallback === undefined)
    return { property: change.property, why: 'is required, but stored records may lack it' };
  if (change.kind === 'narrowed' && change.isRequired && change.property.default === undefined)
    return {
      property: change.property,
      why: `is required and stricter than before (${change.why.join('; ')}), so stored values may be invalid`,
    };
  return { why: '' };
}

/**
 * Validates decisions. Throws an Error that lists the allowed answers for a decision that no question needs, or an
 * invalid value.
 */
export function checkDecisions({ before, after }: SchemaComparison, { renamed, removed, values }: Decisions): void {
  for (const [place, name] of Object.entries(renamed)) {
    const others = Object.fromEntries(Object.entries(renamed).filter(([each]) => each !== place));
    const changes = compareSchemas(before, after, others);
    const added = addedBeside(requireGone(place, changes), changes);
    if (!added.includes(name))
      throw new Error(
        `--renamed ${place}=${name}: ${name} is not a new property next to it. ${allowed('New properties there', added)}`,
      );
  }
  const changes = compareSchemas(before, after, renamed);
  for (const place of removed) requireGone(place, changes);
  for (const [place, value] of Object.entries(values)) requireFitting(place, value, changes);
}

function requireFitting(place: string, value: unknown, changes: readonly SchemaChange[]): void {
  const valued = changes.filter(takesValue);
  const found = valued.filter((each) => locationOf(each) === place);
  const [change] = found;
  if (!change)
    throw new Error(
      `--value ${place}: no record needs a value there. ${allowed('Properties that need one', [...new Set(valued.map(locationOf))])}`,
    );
  if (found.every((each) => each.kind === 'lacking' && each.fallback !== undefined && !isEqual(each.fallback, value)))
    throw new Error(`--value ${place}: records without it get its default. Omit the option.`);
  const [fault] = validateValue(value, change.property);
  if (fault !== undefined)
    throw new Error(`--value ${place}=${JSON.stringify(value)} does not match its schema: ${fault}`);
}

type Valued = Extract<SchemaChange, { kind: 'lacking' | 'narrowed' }>;

const takesValue = (change: SchemaChange): change is Valued => change.kind === 'lacking' || change.kind === 'narrowed';

/** The names that were added next to a removed property or resource. */
const addedBeside = (removal: Removal, changes: readonly SchemaChange[]): string[] =>
  changes.flatMap((each) => {
    if (removal.kind === 'gone') return each.kind === 'came' ? [each.resource] : [];
    return each.kind === 'added' && isBeside(each, removal) ? [lastOf(each.path)] : [];
  });

type Removal = Extract<SchemaChange, { kind: 'gone' | 'removed' }>;

function requireGone(place: string, changes: readonly SchemaChange[]): Removal {
  const removals = changes.filter((each): each is Removal => each.kind === 'gone' || each.kind === 'removed');
  const found = removals.find((each) => locationOf(each) === place);
  if (found) return found;
  throw new Error(
    `${place} has not been removed since the last release of the schemas. ${allowed('Removed properties', removals.map(locationOf))}`,
  );
}

const allowed = (label: string, names: string[]) => `${label}: ${names.length > 0 ? names.join(', ') : 'nothing'}.`;
