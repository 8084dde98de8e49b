import { randomBytes } from 'node:crypto';

const length = 16;

/** Returns a random id of 16 base-36 characters for rows and lines (spec 9, design 7). */
export function newRowId(): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(2 * length)) {
      // Rejection sampling: 252 is the largest multiple of 36 in a byte; higher values would bias the digits.
      if (byte < 252 && id.length < length) id += (byte % 36).toString(36);
    }
  }
  return id;
}
