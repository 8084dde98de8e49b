import type { Type } from '../types.ts';

/** Describes a type for people: 'number', 'list of number', 'record with quantity, price'. */
export function typeText(type: Type): string {
  if (typeof type === 'string') return type === 'any' ? 'any value' : type;
  if ('list' in type) return `list of ${typeText(type.list)}`;
  const keys = Object.keys(type.record);
  return keys.length === 0 ? 'record' : `record with ${keys.join(', ')}`;
}
