import { isEqual } from '../forms/is-equal.ts';
import type { Property } from '../generated/vocabulary.ts';
import { isNullable, typeOf } from '../resource/kind.ts';

/** The type of a property in the database. MongoDB has types for dates and ids that JSON lacks. */
export function storedTypeOf(property: Property): string {
  if (property['x-ref']) return 'reference';
  if (property.format === 'date-time') return 'date-time';
  const type = typeOf(property) ?? 'nothing';
  return type === 'array' ? `array of ${storedTypeOf(property.items ?? {})}` : type;
}

/** Whether both properties have the same type, so that one may have been renamed to the other. */
export function hasSameType(before: Property, after: Property): boolean {
  const types = [before, after].map((each) => storedTypeOf(each).replace('integer', 'number'));
  return types[0] === types[1] && before['x-ref'] === after['x-ref'];
}

/** Returns why values that were valid may now be invalid, or undefined. */
type Check = (before: Property, after: Property) => string | undefined;

/** Upper bounds: a lower value is stricter. */
const upperBounds = ['maxLength', 'maximum', 'maxItems'] as const;
/** Lower bounds: a higher value is stricter. */
const lowerBounds = ['minLength', 'minimum', 'minItems'] as const;

const checks: Check[] = [
  (before, after) => {
    const [was, is] = [storedTypeOf(before), storedTypeOf(after)];
    const isWider = was === is || (was === 'integer' && is === 'number');
    return isWider ? undefined : `${is} instead of ${was}`;
  },
  (before, after) => (isNullable(before) && !isNullable(after) ? 'never null' : undefined),
  (before, after) => {
    if (!after.enum) return undefined;
    if (!before.enum) return `one of ${after.enum.join(', ')}`;
    const removedValues = before.enum.filter((value) => !after.enum?.some((each) => isEqual(each, value)));
    return removedValues.length > 0 ? `without ${removedValues.join(', ')}` : undefined;
  },
  ...upperBounds.map(bound((is, was) => is < was)),
  ...lowerBounds.map(bound((is, was) => is > was)),
  ({ pattern: was }, { pattern: is }) =>
    is === undefined || was === is ? undefined : `pattern ${is}${was === undefined ? '' : ` instead of ${was}`}`,
  // `date-time` is a database type of its own, which the type check above handles.
  ({ format: was }, { format: is }) =>
    is === undefined || was === is || is === 'date-time' ? undefined : `format ${is}${was ? ` instead of ${was}` : ''}`,
  (before, after) => (after.uniqueItems && !before.uniqueItems ? 'unique items' : undefined),
  (before, after) => (hasFreeKeys(before) && !hasFreeKeys(after) ? 'only known properties' : undefined),
];

function bound(isNarrower: (is: number, was: number) => boolean) {
  return (word: (typeof upperBounds)[number] | (typeof lowerBounds)[number]): Check =>
    (before, after) => {
      const [was, is] = [before[word], after[word]];
      if (is === undefined || (was !== undefined && !isNarrower(is, was))) return undefined;
      return was === is ? undefined : `${word} ${is}${was === undefined ? '' : ` instead of ${was}`}`;
    };
}

const hasFreeKeys = (property: Property) =>
  typeOf(property) === 'object' && (property.additionalProperties === true || !property.properties);

/**
 * Why values that were valid for `before` may be invalid for `after`, without looking into lists and objects; empty if
 * all stay valid.
 */
export const narrowings = (before: Property, after: Property): string[] =>
  checks.flatMap((check) => check(before, after) ?? []);
