import { createHash } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/en';

/** Returns a seeded random generator (faker). Use one at a time, because they share their state. */
export function seededFaker(number: number): Faker {
  faker.seed(0x0d_e4_0000 + number);
  return faker;
}

/** Returns the id of a demo record, the same in every database, so that links, docs and tests can refer to it. */
export function demoId(kind: string, name: string | number): string {
  return createHash('sha256').update(`${kind}/${name}`).digest('hex').slice(0, 24);
}

/** Generates a 16-character base-36 id for rows, lines and widgets. */
export function rowId(random: Faker): string {
  return random.string.alphanumeric({ length: 16, casing: 'lower' });
}
