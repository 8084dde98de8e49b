import { parse } from '../syntax/parse.ts';
import type { Type } from '../types.ts';
import { Layout } from './layout.ts';
import { render } from './pretty-printer.ts';

const WIDTH = 100;

/**
 * Code formatter: writes a script in its canonical form, with two spaces of indentation, one statement a line and at
 * most one empty line in a row. Keeps comments. Never changes a result, and is idempotent. Returns a script that does
 * not parse unchanged.
 */
export function format(source: string): string {
  const { script, problems } = parse(source);
  if (script === null || problems.length > 0) return source;
  const text = render(new Layout(source, script).all(), WIDTH).trimEnd();
  return text === '' ? '' : `${text}\n`;
}

/** Describes a type for people: 'number', 'list of number', 'record with quantity, price'. */
export function typeText(type: Type): string {
  if (typeof type === 'string') return type === 'any' ? 'any value' : type;
  if ('list' in type) return `list of ${typeText(type.list)}`;
  const keys = Object.keys(type.record);
  return keys.length === 0 ? 'record' : `record with ${keys.join(', ')}`;
}
