import { randomInt } from 'node:crypto';

const length = 16;
const radix = 36;

/** Returns a random id of 16 base-36 characters for rows and lines (spec 9, design 7). */
export const newRowId = (): string =>
  // `randomInt` is uniform, and takes its bytes from a pool.
  Array.from({ length }, () => randomInt(radix).toString(radix)).join('');
