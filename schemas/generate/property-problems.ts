import { Ajv } from 'ajv';
import type { Property } from '../generated/vocabulary.ts';
import { isNullable, kindOf, typeOf } from '../resource/kind.ts';
import type { Problem, Written } from './problem.ts';

interface Place {
  file: string;
  key: string;
  property: Property;
}

/** What properties say that later would break a form, a write or the start, also those inside objects and lists. */
export function propertyProblems({ file, schema }: Written, titles: string[]): Problem[] {
  return placesIn(schema.properties, { file, key: 'properties' }).flatMap((place) => [
    ...kindProblems(place),
    ...referenceProblems(place, titles),
    ...patternProblems(place),
    ...requiredProblems(place),
    ...boundProblems(place),
    ...valueProblems(place),
    ...wordProblems(place),
  ]);
}

function placesIn(properties: Record<string, Property>, { file, key }: Pick<Place, 'file' | 'key'>): Place[] {
  return Object.entries(properties).flatMap(([name, property]) =>
    placesFrom({ file, key: `${key}/${name}`, property }),
  );
}

function placesFrom(place: Place): Place[] {
  const { file, key, property } = place;
  return [
    place,
    ...placesIn(property.properties ?? {}, { file, key: `${key}/properties` }),
    ...(property.items ? placesFrom({ file, key: `${key}/items`, property: property.items }) : []),
  ];
}

function kindProblems({ file, key, property }: Place): Problem[] {
  if (property['x-part']) return [];
  try {
    kindOf(property, key);
    return [];
  } catch (error) {
    const fault = error instanceof Error ? error.message.replace(`${key}: `, 'has ') : String(error);
    return [{ file, key, value: property, fault }];
  }
}

function referenceProblems({ file, key, property }: Place, titles: string[]): Problem[] {
  const target = property['x-ref'];
  if (!target || titles.includes(target)) return [];
  return [{ file, key: `${key}/x-ref`, value: target, fault: 'is the title of no schema', words: titles }];
}

function patternProblems({ file, key, property: { pattern } }: Place): Problem[] {
  if (pattern === undefined) return [];
  try {
    new RegExp(pattern, 'u');
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ file, key: `${key}/pattern`, value: pattern, fault: `is no regular expression: ${reason}` }];
  }
}

function requiredProblems({ file, key, property: { required = [], properties = {} } }: Place): Problem[] {
  const words = Object.keys(properties);
  return required
    .map((value, index) => ({ file, key: `${key}/required/${index}`, value, fault: 'is no property here', words }))
    .filter(({ value }) => !words.includes(value));
}

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

function boundProblems({ file, key, property }: Place): Problem[] {
  return bounds.flatMap(([low, high]) => {
    const [least, most] = [property[low], property[high]];
    if (least === undefined || most === undefined || least <= most) return [];
    return [{ file, key: `${key}/${low}`, value: least, fault: `is more than ${high}, ${most}` }];
  });
}

/** Words of ours on a property that they say nothing of. */
function wordProblems({ file, key, property }: Place): Problem[] {
  const { format, 'x-labels': labels = {}, 'x-money': money } = property;
  const type = typeOf(property);
  const words = property.enum?.map(String) ?? [];
  const isAmount = type === 'number' || type === 'integer';
  return [
    ...Object.keys(labels)
      .filter((value) => !words.includes(value))
      .map((value) => ({ file, key: `${key}/x-labels/${value}`, value, fault: 'is not in enum', words })),
    ...(money && !isAmount
      ? [{ file, key: `${key}/x-money`, value: money, fault: 'is for a number or an integer' }]
      : []),
    ...(money && !isCurrency(money)
      ? [
          {
            file,
            key: `${key}/x-money`,
            value: money,
            fault: 'is no currency. Allowed: a code of ISO 4217, such as USD',
          },
        ]
      : []),
    ...(property['x-computed'] && key.split('/').length > 2
      ? [
          {
            file,
            key: `${key}/x-computed`,
            value: property['x-computed'],
            fault: 'is for a property of the record itself',
          },
        ]
      : []),
    ...(property['x-expects'] && type !== 'string'
      ? [{ file, key: `${key}/x-expects`, value: property['x-expects'], fault: 'is for a string' }]
      : []),
    ...(format && type !== 'string' ? [{ file, key: `${key}/format`, value: format, fault: 'is for a string' }] : []),
  ];
}

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

const ajv = new Ajv({ strict: false, validateFormats: false });

/** A default, and each of the values of an enum, is one of those that the property allows. */
function valueProblems({ file, key, property }: Place): Problem[] {
  const { enum: values, default: fallback, type, minimum, maximum, minLength, maxLength, pattern } = property;
  if (patternProblems({ file, key, property }).length > 0) return [];
  const fits = ajv.compile({ type, minimum, maximum, minLength, maxLength, pattern });
  const odd = (values ?? []).flatMap((value, index) =>
    fits(value)
      ? []
      : [{ file, key: `${key}/enum/${index}`, value, fault: `is not of the property's type and bounds` }],
  );
  const again = (values ?? []).flatMap((value, index) =>
    values?.indexOf(value) === index ? [] : [{ file, key: `${key}/enum/${index}`, value, fault: 'stands there twice' }],
  );
  // Null is what a property that may not be null has when it is absent.
  if (fallback === undefined || (fallback === null && !isNullable(property))) return [...odd, ...again];
  const isOutside = values !== undefined && !values.includes(fallback);
  if (isOutside) {
    const words = values.map((value) => String(value));
    return [...odd, ...again, { file, key: `${key}/default`, value: fallback, fault: 'is not in enum', words }];
  }
  if (fits(fallback)) return [...odd, ...again];
  const reason = ajv.errorsText(fits.errors, { dataVar: 'it' });
  return [...odd, ...again, { file, key: `${key}/default`, value: fallback, fault: `does not fit: ${reason}` }];
}
