const reserved = new Set(['__proto__', 'constructor', 'prototype', '_id']);

/** The maximum length of a key, as in the schema of `meta`. */
export const maxKeyLength = 100;

/** Validates a key (design 7): the error message, or null if it is valid. Does not check whether it is taken. */
export function keyError(key: string): string | null {
  if (reserved.has(key)) return `The key ${key} is reserved`;
  if (key.length > maxKeyLength) return `At most ${maxKeyLength} characters in a key`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)
    ? null
    : 'A key consists of letters, digits and _, and does not start with a digit';
}
