import { nearest } from '#grammar/diagnostics/nearest.ts';
import type { ResourceVocabulary } from '../generated/vocabulary.ts';

/** A schema with the name of its file. */
export interface Written {
  file: string;
  schema: ResourceVocabulary;
}

/** What a schema says that can not stay. */
export interface Problem {
  file: string;
  /** The keys that lead there: 'x-admin/columns/2'. */
  key: string;
  value: unknown;
  /** What is wrong with the value, after its name: 'is no field of Vendor'. */
  fault: string;
  /** The words of which one may stand there. */
  words?: Iterable<string>;
}

/** So many words of what is allowed are listed: a person reads no more. */
const most = 60;

/** A problem as a person reads it: file, key, value, fault, the nearest right word and what is allowed. */
export function lineOf({ file, key, value, fault, words }: Problem): string {
  const place = key === '' ? `schemas/${file}` : `schemas/${file}/${key}`;
  const all = words ? [...words] : [];
  const meant = typeof value === 'string' ? nearest(value, all) : undefined;
  const allowed = all.length > most ? [...all.slice(0, most), '…'] : all;
  const hint = meant ? `; did you mean ${meant}?` : '.';
  return `${place}: ${shown(value)} ${fault}${all.length > 0 ? `${hint} Allowed: ${allowed.join(', ')}` : ''}`;
}

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
