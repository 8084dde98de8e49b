import { isEqual } from '../forms/is-equal.ts';
import type { Property } from '../generated/vocabulary.ts';
import { isNullable, typeOf } from '../resource/kind.ts';

/** What the database holds for a property. MongoDB has types for moments and ids that JSON has not. */
export function storedTypeOf(property: Property): string {
  if (property['x-ref']) return 'reference';
  if (property.format === 'date-time') return 'date-time';
  const type = typeOf(property) ?? 'nothing';
  return type === 'array' ? `array of ${storedTypeOf(property.items ?? {})}` : type;
}

/** Whether a value of the one may be a value of the other, so that a property may have been renamed. */
export function isOfFittingType(before: Property, after: Property): boolean {
  const types = [before, after].map((each) => storedTypeOf(each).replace('integer', 'number'));
  return types[0] === types[1] && before['x-ref'] === after['x-ref'];
}

/** Says what no longer holds of values that fitted, or nothing. */
type Check = (before: Property, after: Property) => string | undefined;

/** Lower ones let less in. */
const mosts = ['maxLength', 'maximum', 'maxItems'] as const;
/** Higher ones do. */
const leasts = ['minLength', 'minimum', 'minItems'] as const;

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
    const gone = before.enum.filter((value) => !after.enum?.some((each) => isEqual(each, value)));
    return gone.length > 0 ? `without ${gone.join(', ')}` : undefined;
  },
  ...mosts.map(bound((is, was) => is < was)),
  ...leasts.map(bound((is, was) => is > was)),
  ({ pattern: was }, { pattern: is }) =>
    is === undefined || was === is ? undefined : `pattern ${is}${was === undefined ? '' : ` instead of ${was}`}`,
  // A moment and a text are told apart by their types.
  ({ format: was }, { format: is }) =>
    is === undefined || was === is || is === 'date-time' ? undefined : `format ${is}${was ? ` instead of ${was}` : ''}`,
  (before, after) => (after.uniqueItems && !before.uniqueItems ? 'each item once' : undefined),
  (before, after) => (hasFreeKeys(before) && !hasFreeKeys(after) ? 'named properties alone' : undefined),
];

function bound(isNarrower: (is: number, was: number) => boolean) {
  return (word: (typeof mosts)[number] | (typeof leasts)[number]): Check =>
    (before, after) => {
      const [was, is] = [before[word], after[word]];
      if (is === undefined || (was !== undefined && !isNarrower(is, was))) return undefined;
      return was === is ? undefined : `${word} ${is}${was === undefined ? '' : ` instead of ${was}`}`;
    };
}

const hasFreeKeys = (property: Property) =>
  typeOf(property) === 'object' && (property.additionalProperties === true || !property.properties);

/** Why values that fitted `before` may not fit `after`, without looking into lists and objects; nothing where all still do. */
export const narrowings = (before: Property, after: Property): string[] =>
  checks.flatMap((check) => check(before, after) ?? []);
