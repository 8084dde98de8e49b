import { nearestWord } from '#grammar/diagnostics/suggestions.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import type { Problem } from '../../platform/errors/catalogue.ts';
import { lineKeywords, supportedLineFormats } from './line-ajv.ts';
import { forbiddenKeywords, subschemasOf } from './schema-cost.ts';

/**
 * Reports unknown keywords and formats in a schema, with a suggestion. ajv ignores them, so a misspelt one would never
 * take effect. Keywords starting with `x-` are annotations, except those for money (`lineAmount`).
 */
export function unknownKeywordProblems(schema: unknown, path = ''): Problem[] {
  if (!isRecord(schema)) return [];
  const unknown = Object.keys(schema).filter((key) => !lineKeywords.has(key) && !isNote(key) && !isForeign(key));
  const { format } = schema;
  const isFormat = typeof format !== 'string' || supportedLineFormats.has(format);
  return [
    ...unknown.map((key) => ({
      path: path + pointerOf([key]),
      message: withSuggestion('Unknown keyword', key, lineKeywords),
    })),
    ...(isFormat
      ? []
      : [
          {
            path: `${path}/format`,
            value: format,
            message: withSuggestion('Unknown format', format, supportedLineFormats),
          },
        ]),
    ...moneyFaults(schema, path),
    ...[...subschemasOf(schema), ...definitionsIn(schema)].flatMap(([key, inner]) =>
      unknownKeywordProblems(inner, path + key),
    ),
  ];
}

/** Problems in the money keywords, which would count nothing or the wrong thing. */
function moneyFaults(schema: Record<string, unknown>, path: string): Problem[] {
  const { 'x-money': money, 'x-counted': counted } = schema;
  const isFactor = (factor: unknown) => typeof factor === 'string' || typeof factor === 'number';
  const isCounted = counted === undefined || counted === true || (Array.isArray(counted) && counted.every(isFactor));
  return [
    ...(money === undefined || money === 'USD'
      ? []
      : [{ path: `${path}/x-money`, value: money, message: 'Only USD is supported' }]),
    ...(isCounted
      ? []
      : [
          {
            path: `${path}/x-counted`,
            value: counted,
            message: 'Must be true, or a list of factors: keys and numbers',
          },
        ]),
  ];
}

const isNote = (key: string) => key.startsWith('x-');

/** These are rejected with an error of their own. */
const isForeign = (key: string) => forbiddenKeywords.some((each) => each === key);

function withSuggestion(message: string, word: string, all: ReadonlySet<string>): string {
  const near = nearestWord(word, all);
  return near === undefined ? message : `${message}: did you mean ${near}?`;
}

/** Definitions, including unreferenced ones. */
const definitionsIn = (schema: Record<string, unknown>): [string, unknown][] =>
  ['definitions', '$defs'].flatMap((key) => {
    const definitions = schema[key];
    return isRecord(definitions)
      ? Object.entries(definitions).map(([name, each]): [string, unknown] => [pointerOf([key, name]), each])
      : [];
  });
