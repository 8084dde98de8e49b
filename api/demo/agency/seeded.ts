import { createHash } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/en';

/** A source of chance that gives the same for the same number; one at a time, since they share their state. */
export function seeded(number: number): Faker {
  faker.seed(0x0d_e4_0000 + number);
  return faker;
}

/** The id of a demo record: the same in every database, so that links, notes and tests can name it. */
export function idOf(kind: string, name: string | number): string {
  return createHash('sha256').update(`${kind}/${name}`).digest('hex').slice(0, 24);
}

/** 16 characters, base 36: ids of rows, lines and widgets. */
export function rowId(random: Faker): string {
  return random.string.alphanumeric({ length: 16, casing: 'lower' });
}
