import { randomBytes } from 'node:crypto';

/** 16 random characters, base 36: ids of rows and lines (spec 9, design 7). */
export function newRowId(): string {
  return Array.from({ length: 16 }, () => randomDigit().toString(36)).join('');
}

/** 252 is the largest multiple of 36 in a byte: beyond it some digits would come more often. */
function randomDigit(): number {
  for (;;) {
    const [byte = 0] = randomBytes(1);
    if (byte < 252) return byte % 36;
  }
}
