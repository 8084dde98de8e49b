import type { Property } from '../generated/vocabulary.ts';
import { typeOf } from '../resource/kind.ts';
import { type Change, placeOf } from './compare.ts';
import type { Decisions } from './decisions.ts';

/** The records that a step is about. */
export interface Records {
  resource: string;
  collection: string;
}

/** A step of a migration, as `api/migrations/steps/` does it. */
export type PlannedStep = { records: Records } & (
  | { step: 'moveCollection'; to: string }
  | { step: 'keepCollectionAside' }
  | { step: 'findAnew' }
  | { step: 'rename'; path: string; to: string }
  | { step: 'keepAside'; path: string }
  | { step: 'fill'; path: string; value: unknown; as?: Property }
  | { step: 'narrow'; path: string; to: Property; otherwise?: unknown }
);

/**
 * The steps that bring stored records from what they fitted to what they are to fit: what has another name first, so that the other
 * steps find it under its new one; what is within before what it is in, so that an object is looked at when its properties fit.
 * Throws an Error where no step can do that.
 */
export function planOf(changes: readonly Change[], { values }: Decisions): PlannedStep[] {
  const byHand = changes.flatMap((each) => (each.kind === 'byHand' ? [`${placeOf(each)}: ${each.why}`] : []));
  if (byHand.length > 0)
    throw new Error(
      `No step does this:\n${byHand.join('\n')}\nWrite a migration by hand (api/README.md, How to add), then: npm run generate -- --released --by ITS-NAME`,
    );
  const of = <Kind extends Change['kind']>(kind: Kind) =>
    changes.filter((each): each is Extract<Change, { kind: Kind }> => each.kind === kind);
  return [
    ...of('moved').map(
      ({ resource, from, collection }): PlannedStep => ({
        step: 'moveCollection',
        records: { resource, collection: from },
        to: collection,
      }),
    ),
    ...of('gone').map(
      ({ resource, collection }): PlannedStep => ({ step: 'keepCollectionAside', records: { resource, collection } }),
    ),
    ...of('renamed').map((each): PlannedStep => ({ step: 'rename', ...at(each), to: each.to })),
    ...of('removed').map((each): PlannedStep => ({ step: 'keepAside', ...at(each) })),
    ...of('lacking').map((each): PlannedStep => {
      const value = each.fallback === undefined ? values[placeOf(each)] : each.fallback;
      const as = hasOwnTypes(each.property) ? { as: shapeOf(each.property) } : {};
      return { step: 'fill', ...at(each), value, ...as };
    }),
    ...of('narrowed').map((each): PlannedStep => {
      const { [placeOf(each)]: chosen = each.isRequired ? each.property.default : undefined } = values;
      const otherwise = chosen === undefined ? {} : { otherwise: chosen };
      return { step: 'narrow', ...at(each), to: shapeOf(each.property), ...otherwise };
    }),
    ...of('searched').map(
      ({ resource, collection }): PlannedStep => ({ step: 'findAnew', records: { resource, collection } }),
    ),
  ];
}

const at = ({ resource, collection, path }: { resource: string; collection: string; path: string }) => ({
  records: { resource, collection },
  path,
});

/** Whether stored values have types that JSON has not. */
function hasOwnTypes(property: Property): boolean {
  const within = [...(property.items ? [property.items] : []), ...Object.values(property.properties ?? {})];
  return (
    property['x-ref'] !== undefined ||
    (typeOf(property) === 'string' && property.format === 'date-time') ||
    within.some(hasOwnTypes)
  );
}

/** What decides whether a value fits; defaults are for records that say nothing. */
function shapeOf({ default: _, items, properties, ...rest }: Property): Property {
  return {
    ...rest,
    ...(items ? { items: shapeOf(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, shapeOf(each)])) }
      : {}),
  };
}

/** Whether stored records may not fit, or may be read as something else than until now, unless something is done. */
export const isNeeded = (change: Change): boolean =>
  'isNeeded' in change ? change.isNeeded : !['came', 'added'].includes(change.kind);

/** A change in words, for a person and for the comment of a migration. */
export function inWords(change: Change): string {
  const place = placeOf(change);
  switch (change.kind) {
    case 'came':
      return `${place} came`;
    case 'gone':
      return `${place} went`;
    case 'moved':
      return `${place} is stored in ${change.collection} instead of ${change.from}`;
    case 'searched':
      return `${place} has other words or copies`;
    case 'added':
      return `${place} came`;
    case 'removed':
      return `${place} went`;
    case 'renamed':
      return `${place} is called ${change.to}`;
    case 'lacking':
      return change.fallback === undefined
        ? `${place} is required`
        : `${place} is ${JSON.stringify(change.fallback)} where a record lacks it`;
    case 'narrowed':
      return `${place} takes less: ${change.why.join('; ')}`;
    case 'byHand':
      return `${place}: ${change.why}`;
  }
}
