import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configSchemas } from '../generated/widgets.ts';
import { isRegularExpression, repairPart } from './repair-part.ts';

const folder = new URL('../widgets/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const types = readdirSync(folder).flatMap((name) =>
  name.endsWith('.schema.json') ? [name.replace('.schema.json', '')] : [],
);

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { regex: isRegularExpression } });
ajv.addSchema(read('parts/common.schema.json'), 'https://order-portal.invalid/widgets/parts/common.schema.json');

describe('settle a config', () => {
  it('fills in the defaults of the spec', () => {
    expect(repairPart(configSchemas.text_input, {}).value).toMatchObject({ minRows: 2, maxRows: 20, required: false });
    expect(repairPart(configSchemas.collection, {}).value).toMatchObject({ minItems: 1 });
    expect(repairPart(configSchemas.table, {}).value).toMatchObject({
      minItems: 1,
      showHeader: true,
      splitHeader: false,
    });
    expect(repairPart(configSchemas.radio, {}).value).toMatchObject({ layout: 'block', options: [] });
    expect(repairPart(configSchemas.checkboxes, {}).value).toMatchObject({ layout: 'block', options: [] });
    expect(repairPart(configSchemas.tags_input, {}).value).toMatchObject({ splitPattern: ',', allowDuplicates: false });
    expect(repairPart(configSchemas.time_input, {}).value).toMatchObject({ format: 't' });
  });

  it.each(types)('settle a config of %s reports a problem exactly if ajv does', (type) => {
    const jsonSchema = {
      ...read(`${type}.schema.json`),
      $id: `https://order-portal.invalid/widgets/${type}.schema.json`,
    };
    const validate = ajv.compile(jsonSchema);
    const schema = Object.entries(configSchemas).find(([each]) => each === type)?.[1] ?? {};
    const keys = Object.keys(schema.properties ?? {});
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(true, 0, 3, 1.5, 'block', 'info', 'solid', [], [{ value: 'a' }], [{ label: 'b' }], { static: 1 }),
    );
    const key = fc.constantFrom(...keys, 'unknown');
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }), (config) => {
        const isValid = validate({ type, config });
        expect(repairPart(schema, config).problems.length === 0).toBe(isValid);
      }),
    );
  });

  it.each(types)('settle a config of %s returns a valid config for any input', (type) => {
    const schema = Object.entries(configSchemas).find(([each]) => each === type)?.[1] ?? {};
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (config) => {
        const { value } = repairPart(schema, config);
        expect(repairPart(schema, value)).toEqual({ value, problems: [] });
      }),
      { numRuns: 40 },
    );
  });
});
