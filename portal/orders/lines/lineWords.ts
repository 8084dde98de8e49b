import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';

/** What a place in a line's data is called, from the outside in; rows by their numbers. */
export function lineLabel(path: string, schema: JsonMap | undefined): string {
  const [first, ...rest] = keysOf(path);
  if (first === undefined) return '';
  const label = lineLabels(schema).get(first) ?? labelOf(first);
  return [label, ...rest.map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : labelOf(key)))].join(' ');
}

/** A problem of a line's data with the name of its field, which 'Missing required field' says already. */
export function lineProblemText(path: string, message: string, schema: JsonMap | undefined): string {
  const label = lineLabel(path, schema);
  return label === '' || message.startsWith('Missing required field') ? message : `${label}: ${message}`;
}
