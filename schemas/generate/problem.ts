import { nearestWord } from '#grammar/diagnostics/suggestions.ts';
import type { ResourceVocabulary } from '../generated/vocabulary.ts';

/** A schema with its file name. */
export interface SchemaFile {
  file: string;
  schema: ResourceVocabulary;
}

/** A validation error in a schema file. */
export interface SchemaFileProblem {
  file: string;
  /** The path in the file: 'x-admin/columns/2'. */
  key: string;
  value: unknown;
  /** The error, phrased to follow the value: 'is no field of Vendor'. */
  fault: string;
  /** The allowed values. */
  words?: Iterable<string>;
}

/** The maximum number of allowed values that are listed. */
const maxListed = 60;

/** Formats a problem: file, key, value, fault, the closest allowed value (did you mean) and all allowed values. */
export function lineOf({ file, key, value, fault, words }: SchemaFileProblem): string {
  const place = key === '' ? `schemas/${file}` : `schemas/${file}/${key}`;
  const all = words ? [...words] : [];
  const suggestion = typeof value === 'string' ? nearestWord(value, all) : undefined;
  const allowed = all.length > maxListed ? [...all.slice(0, maxListed), '…'] : all;
  const hint = suggestion ? `; did you mean ${suggestion}?` : '.';
  return `${place}: ${formatValue(value)} ${fault}${all.length > 0 ? `${hint} Allowed: ${allowed.join(', ')}` : ''}`;
}

const formatValue = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
