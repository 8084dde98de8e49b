import type { Property } from '../generated/vocabulary.ts';
import { typeOf } from '../resource/kind.ts';
import { locationOf, type SchemaChange } from './compare.ts';
import type { Decisions } from './decisions.ts';

/** The resource and collection that a step works on. */
interface Records {
  resource: string;
  collection: string;
}

/** A step of a migration, implemented in `api/engine/migrations/steps/`. */
export type PlannedStep = { records: Records } & (
  | { step: 'moveCollection'; to: string }
  | { step: 'setAsideCollection' }
  | { step: 'rebuildSearchWords' }
  | { step: 'rename'; path: string; to: string }
  | { step: 'setAside'; path: string }
  | { step: 'fill'; path: string; value: unknown; as?: Property }
  | { step: 'narrow'; path: string; to: Property; otherwise?: unknown }
);

/**
 * Plans the steps that migrate stored records to the new schemas. Renames come first, so that the other steps use the
 * new names. Nested properties come before their parents, so that an object is checked once its properties are valid.
 * Throws an Error if no step can make a change.
 */
export function planMigration(changes: readonly SchemaChange[], { values }: Decisions): PlannedStep[] {
  const byHand = changes.flatMap((each) => (each.kind === 'byHand' ? [`${locationOf(each)}: ${each.why}`] : []));
  if (byHand.length > 0)
    throw new Error(
      `These changes need a hand-written migration:\n${byHand.join('\n')}\nWrite it (see api/README.md, How to add), then run: npm run generate -- --released --by ITS-NAME`,
    );
  const of = <Kind extends SchemaChange['kind']>(kind: Kind) =>
    changes.filter((each): each is Extract<SchemaChange, { kind: Kind }> => each.kind === kind);
  return [
    ...of('moved').map(
      ({ resource, from, collection }): PlannedStep => ({
        step: 'moveCollection',
        records: { resource, collection: from },
        to: collection,
      }),
    ),
    ...of('gone').map(
      ({ resource, collection }): PlannedStep => ({ step: 'setAsideCollection', records: { resource, collection } }),
    ),
    ...of('renamed').map((each): PlannedStep => ({ step: 'rename', ...at(each), to: each.to })),
    ...of('removed').map((each): PlannedStep => ({ step: 'setAside', ...at(each) })),
    ...of('lacking').map((each): PlannedStep => {
      const value = each.fallback === undefined ? values[locationOf(each)] : each.fallback;
      const as = hasOwnTypes(each.property) ? { as: shapeOf(each.property) } : {};
      return { step: 'fill', ...at(each), value, ...as };
    }),
    ...of('narrowed').map((each): PlannedStep => {
      const { [locationOf(each)]: chosen = each.isRequired ? each.property.default : undefined } = values;
      const otherwise = chosen === undefined ? {} : { otherwise: chosen };
      return { step: 'narrow', ...at(each), to: shapeOf(each.property), ...otherwise };
    }),
    ...of('searched').map(
      ({ resource, collection }): PlannedStep => ({ step: 'rebuildSearchWords', records: { resource, collection } }),
    ),
  ];
}

const at = ({ resource, collection, path }: { resource: string; collection: string; path: string }) => ({
  records: { resource, collection },
  path,
});

/** Whether stored values have types that JSON lacks. */
function hasOwnTypes(property: Property): boolean {
  const within = [...(property.items ? [property.items] : []), ...Object.values(property.properties ?? {})];
  return (
    property['x-ref'] !== undefined ||
    (typeOf(property) === 'string' && property.format === 'date-time') ||
    within.some(hasOwnTypes)
  );
}

/** The keywords of a property that decide whether a value is valid, without defaults. */
function shapeOf({ default: _, items, properties, ...rest }: Property): Property {
  return {
    ...rest,
    ...(items ? { items: shapeOf(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)])) }
      : {}),
  };
}

/** Whether a change needs a migration: stored records may be invalid, or be read differently than before. */
export const needsMigration = (change: SchemaChange): boolean =>
  'isNeeded' in change ? change.isNeeded : !['came', 'added'].includes(change.kind);

/** A change in words, for the terminal and the comment of a migration. */
export function changeInWords(change: SchemaChange): string {
  const place = locationOf(change);
  switch (change.kind) {
    case 'came':
      return `${place} is added`;
    case 'gone':
      return `${place} is removed`;
    case 'moved':
      return `${place} is stored in ${change.collection} instead of ${change.from}`;
    case 'searched':
      return `${place} has different search words or copies`;
    case 'added':
      return `${place} is added`;
    case 'removed':
      return `${place} is removed`;
    case 'renamed':
      return `${place} is renamed to ${change.to}`;
    case 'lacking':
      return change.fallback === undefined
        ? `${place} is required`
        : `${place} is set to ${JSON.stringify(change.fallback)} where it is missing`;
    case 'narrowed':
      return `${place} is stricter: ${change.why.join('; ')}`;
    case 'byHand':
      return `${place}: ${change.why}`;
  }
}
