const reserved = new Set(['__proto__', 'constructor', 'prototype', '_id']);

/** Characters of a key, as the schema of `meta` limits them. */
export const longestKey = 100;

/** Why a text is no key (design 7), in words; null for one that is. Whether another widget has it is not asked. */
export function keyFault(key: string): string | null {
  if (reserved.has(key)) return `The key ${key} is reserved`;
  if (key.length > longestKey) return `A key has at most ${longestKey} characters`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? null : 'A key has letters, digits and _, and begins with no digit';
}
