import { Ajv } from 'ajv';
import type { Property } from '../generated/vocabulary.ts';
import { isNullable, propertyKindOf, typeOf } from '../resource/kind.ts';
import { idPattern } from '../texts/schema-messages.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

interface PropertyPlace {
  file: string;
  key: string;
  property: Property;
}

/** Validates properties, also nested ones, for mistakes that would fail later in a form, a write or at startup. */
export function propertyProblems({ file, schema }: SchemaFile, titles: string[]): SchemaFileProblem[] {
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

function placesIn(
  properties: Record<string, Property>,
  { file, key }: Pick<PropertyPlace, 'file' | 'key'>,
): PropertyPlace[] {
  return Object.entries(properties).flatMap(([name, property]) =>
    placesFrom({ file, key: `${key}/${name}`, property }),
  );
}

function placesFrom(place: PropertyPlace): PropertyPlace[] {
  const { file, key, property } = place;
  return [
    place,
    ...placesIn(property.properties ?? {}, { file, key: `${key}/properties` }),
    ...(property.items ? placesFrom({ file, key: `${key}/items`, property: property.items }) : []),
  ];
}

function kindProblems({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  if (property['x-part']) return [];
  try {
    propertyKindOf(property, key);
    return [];
  } catch (error) {
    const fault = error instanceof Error ? error.message.replace(`${key}: `, 'has ') : String(error);
    return [{ file, key, value: property, fault }];
  }
}

function referenceProblems({ file, key, property }: PropertyPlace, titles: string[]): SchemaFileProblem[] {
  return (['x-ref', 'x-weak-ref'] as const).flatMap((keyword) => {
    const target = property[keyword];
    if (!target || titles.includes(target)) return [];
    return [{ file, key: `${key}/${keyword}`, value: target, fault: 'is not the title of a schema', words: titles }];
  });
}

function patternProblems({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  const { pattern, 'x-pattern-message': message, readOnly } = property;
  if (pattern === undefined) return [];
  try {
    new RegExp(pattern, 'u');
    if (message !== undefined || readOnly || pattern === idPattern) return [];
    const fault = 'needs x-pattern-message, so that people are not shown a regular expression';
    return [{ file, key: `${key}/pattern`, value: pattern, fault }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ file, key: `${key}/pattern`, value: pattern, fault: `is not a regular expression: ${reason}` }];
  }
}

function requiredProblems({
  file,
  key,
  property: { required = [], properties = {} },
}: PropertyPlace): SchemaFileProblem[] {
  const words = Object.keys(properties);
  return required
    .map((value, index) => ({ file, key: `${key}/required/${index}`, value, fault: 'is not a property here', words }))
    .filter(({ value }) => !words.includes(value));
}

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** The types that a limit applies to; on another type it would have no effect. */
const limited: Readonly<Record<string, readonly string[]>> = {
  minimum: ['number', 'integer'],
  maximum: ['number', 'integer'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
};

function boundProblems({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  const type = typeOf(property);
  const misplaced = Object.entries(limited).flatMap(([limit, types]) => {
    const value: unknown = Reflect.get(property, limit);
    if (value === undefined || type === undefined || types.includes(type)) return [];
    return [
      { file, key: `${key}/${limit}`, value, fault: `has no effect on type ${type}: it limits ${types.join(' and ')}` },
    ];
  });
  return [...misplaced, ...contradictions({ file, key, property })];
}

function contradictions({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  return bounds.flatMap(([low, high]) => {
    const [least, most] = [property[low], property[high]];
    if (least === undefined || most === undefined || least <= most) return [];
    return [{ file, key: `${key}/${low}`, value: least, fault: `is more than ${high}, ${most}` }];
  });
}

/** Keywords of ours that do not apply to the property. */
function wordProblems({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  const { format, 'x-labels': labels = {}, 'x-money': money } = property;
  const type = typeOf(property);
  const words = property.enum?.map(String) ?? [];
  const isAmount = type === 'number' || type === 'integer';
  return [
    ...Object.keys(labels)
      .filter((value) => !words.includes(value))
      .map((value) => ({ file, key: `${key}/x-labels/${value}`, value, fault: 'is not in enum', words })),
    ...(money && !isAmount
      ? [{ file, key: `${key}/x-money`, value: money, fault: 'requires a number or an integer' }]
      : []),
    ...(money && !isCurrency(money)
      ? [
          {
            file,
            key: `${key}/x-money`,
            value: money,
            fault: 'is not a currency. Allowed: an ISO 4217 code, such as USD',
          },
        ]
      : []),
    ...(property['x-computed'] && key.split('/').length > 2
      ? [
          {
            file,
            key: `${key}/x-computed`,
            value: property['x-computed'],
            fault: 'requires a property of the record itself',
          },
        ]
      : []),
    ...(property['x-expects'] && type !== 'string'
      ? [{ file, key: `${key}/x-expects`, value: property['x-expects'], fault: 'requires a string' }]
      : []),
    ...(format && type !== 'string' ? [{ file, key: `${key}/format`, value: format, fault: 'requires a string' }] : []),
  ];
}

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Validates that a default and the values of an enum are valid for the property. */
function valueProblems({ file, key, property }: PropertyPlace): SchemaFileProblem[] {
  const { enum: values, default: fallback, type, minimum, maximum, minLength, maxLength, pattern } = property;
  if (patternProblems({ file, key, property }).some(({ fault }) => fault.startsWith('is not'))) return [];
  const validate = ajv.compile({ type, minimum, maximum, minLength, maxLength, pattern });
  const invalid = (values ?? []).flatMap((value, index) =>
    validate(value)
      ? []
      : [{ file, key: `${key}/enum/${index}`, value, fault: `does not match the property's type and limits` }],
  );
  const duplicates = (values ?? []).flatMap((value, index) =>
    values?.indexOf(value) === index ? [] : [{ file, key: `${key}/enum/${index}`, value, fault: 'is listed twice' }],
  );
  // Null is the default of an absent property that is not nullable.
  if (fallback === undefined || (fallback === null && !isNullable(property))) return [...invalid, ...duplicates];
  const isOutside = values !== undefined && !values.includes(fallback);
  if (isOutside) {
    const words = values.map((value) => String(value));
    return [
      ...invalid,
      ...duplicates,
      { file, key: `${key}/default`, value: fallback, fault: 'is not in enum', words },
    ];
  }
  if (validate(fallback)) return [...invalid, ...duplicates];
  const reason = ajv.errorsText(validate.errors, { dataVar: 'it' });
  return [...invalid, ...duplicates, { file, key: `${key}/default`, value: fallback, fault: `is invalid: ${reason}` }];
}
