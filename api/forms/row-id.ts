import { randomBytes } from 'node:crypto';

const length = 16;

/** 16 random characters, base 36: ids of rows and lines (spec 9, design 7). */
export function newRowId(): string {
  let id = '';
  while (id.length < length) {
    for (const byte of randomBytes(2 * length)) {
      // 252 is the largest multiple of 36 in a byte: beyond it some digits would come more often.
      if (byte < 252 && id.length < length) id += (byte % 36).toString(36);
    }
  }
  return id;
}
