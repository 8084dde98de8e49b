import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Property } from '../generated/vocabulary.ts';
import { compareSchemas } from './compare.ts';
import { addToMigrationList, migrationText } from './migration-text.ts';
import { type PlannedStep, planMigration } from './plan.ts';
import type { Resources } from './released.ts';

const resources = (properties: Record<string, Property>): Resources => ({
  OrderPart: { collection: 'order_parts', search: [], required: ['kind'], properties },
});

describe('migrationText', () => {
  it('imports each step from a module that has it', () => {
    const records = { resource: 'OrderPart', collection: 'order_parts' };
    const [path, property] = ['kind', { type: 'string' }] as const;
    const steps: PlannedStep[] = [
      { records, step: 'moveCollection', to: 'parts' },
      { records, step: 'setAsideCollection' },
      { records, step: 'rebuildSearchWords' },
      { records, step: 'rename', path, to: 'sort' },
      { records, step: 'setAside', path },
      { records, step: 'fill', path, value: 'x' },
      { records, step: 'narrow', path, to: property },
    ];
    const text = migrationText({ number: '0042', subject: 'order-parts' }, [], steps);
    const imports = [...text.matchAll(/^import \{ (.+) \} from '\.\/(.+)';$/gm)];
    expect(imports.flatMap(([, imported = '']) => imported.split(', '))).toEqual(
      expect.arrayContaining(steps.map(({ step }) => step)),
    );
    for (const [, imported = '', file = ''] of imports) {
      const source = readFileSync(`api/engine/migrations/${file}`, 'utf8');
      for (const name of imported.split(', '))
        expect(source).toMatch(new RegExp(`^export (const|function) ${name}\\b`, 'm'));
    }
  });

  it('formats a migration as biome does, whatever its values contain', () => {
    const kinds = Array.from({ length: 12 }, (_, index) => `a kind, the ${index}. of "twelve"`);
    const rows: Property = {
      type: 'array',
      items: { type: 'object', properties: { a_b: { type: ['string', 'null'], pattern: "^\\d'$" } } },
    };
    const before = resources({ kind: { type: 'string' }, rows: { type: 'string' }, gone: { type: 'string' } });
    const after = resources({ kind: { type: 'string', enum: kinds }, rows });
    const decisions = { renamed: {}, removed: [], values: { 'OrderPart.kind': "it's" } };
    const changes = compareSchemas(before, after);
    const text = migrationText({ number: '0042', subject: 'order-parts' }, changes, planMigration(changes, decisions));
    expect(text).toMatchInlineSnapshot(`
      "import { schemaMigration } from './steps/schema-migration.ts';
      import { narrow, setAside } from './steps/steps.ts';

      const orderPartsRecords = { resource: 'OrderPart', collection: 'order_parts' };

      /**
       * OrderPart.kind is stricter: one of a kind, the 0. of "twelve", a kind, the 1. of "twelve", a kind, the 2. of
       * "twelve", a kind, the 3. of "twelve", a kind, the 4. of "twelve", a kind, the 5. of "twelve", a kind, the 6. of
       * "twelve", a kind, the 7. of "twelve", a kind, the 8. of "twelve", a kind, the 9. of "twelve", a kind, the 10. of
       * "twelve", a kind, the 11. of "twelve".
       * OrderPart.rows is stricter: array of object instead of string.
       * OrderPart.gone is removed.
       */
      export const orderParts = schemaMigration('0042-order-parts', [
        setAside(orderPartsRecords, { path: 'gone' }),
        narrow(orderPartsRecords, {
          path: 'kind',
          to: {
            type: 'string',
            enum: [
              'a kind, the 0. of "twelve"',
              'a kind, the 1. of "twelve"',
              'a kind, the 2. of "twelve"',
              'a kind, the 3. of "twelve"',
              'a kind, the 4. of "twelve"',
              'a kind, the 5. of "twelve"',
              'a kind, the 6. of "twelve"',
              'a kind, the 7. of "twelve"',
              'a kind, the 8. of "twelve"',
              'a kind, the 9. of "twelve"',
              'a kind, the 10. of "twelve"',
              'a kind, the 11. of "twelve"',
            ],
          },
          otherwise: "it's",
        }),
        narrow(orderPartsRecords, {
          path: 'rows',
          to: {
            type: 'array',
            items: { type: 'object', properties: { a_b: { type: ['string', 'null'], pattern: "^\\\\d'$" } } },
          },
        }),
      ]);
      "
    `);
  });

  it('puts a step on one line if it fits', () => {
    const found = (search: string[]): Resources => ({
      OrderPart: { collection: 'order_parts', search, required: [], properties: { kind: { type: 'string' } } },
    });
    const changes = compareSchemas(found([]), found(['kind']));
    const plan = planMigration(changes, { renamed: {}, removed: [], values: {} });
    expect(migrationText({ number: '0042', subject: 'part-words' }, changes, plan)).toContain(
      "export const partWords = schemaMigration('0042-part-words', [rebuildSearchWords(orderParts)]);\n",
    );
  });
});

describe('listed', () => {
  const list = `import { one } from './0001-one.ts';
import type { Migration } from './steps/migration.ts';

export const migrations: Migration[] = [
  one,
];
`;

  it('appends a migration to the list', () => {
    expect(addToMigrationList(list, { number: '0002', subject: 'two-more' })).toBe(`import { one } from './0001-one.ts';
import { twoMore } from './0002-two-more.ts';
import type { Migration } from './steps/migration.ts';

export const migrations: Migration[] = [
  one,
  twoMore,
];
`);
  });

  it('rejects a duplicate name, and a list in another format', () => {
    expect(() => addToMigrationList(list, { number: '0002', subject: 'one' })).toThrow(
      'There already is a migration one',
    );
    expect(() => addToMigrationList('export const migrations = [];', { number: '0002', subject: 'two' })).toThrow(
      'has an unexpected format',
    );
  });
});
