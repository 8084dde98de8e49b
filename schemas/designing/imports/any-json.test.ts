import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { isRecord } from '../../forms/is-record.ts';
import type { JsonMap } from '../../generated/types.ts';
import { idOf } from '../example-design.ts';
import { components } from './formio/components.ts';
import { fromFormio } from './formio/formio.ts';
import type { ImportResult } from './imported.ts';
import { isUnset } from './source.ts';
import { questions } from './surveyjs/questions.ts';
import { fromSurveyJs } from './surveyjs/surveyjs.ts';

const words = ['a', 'b', 'first name', '__proto__', 'constructor', 'client', ''];
const rules = ['{a} = 1', '{b} notempty and {a} contains 2', '{panel.a} > 3', 'f({a})', '((((', "{a} anyof ['x', 2]"];
const value = fc.oneof(fc.constantFrom(...words), fc.integer(), fc.boolean(), fc.jsonValue({ maxDepth: 2 }));

/** Arbitrary nested elements of the other format, with some invalid values. */
function elements({ types, lists, name }: { types: string[]; lists: string[]; name: string }) {
  return fc.letrec<{ all: unknown[]; one: unknown }>((tie) => ({
    all: fc.array(tie('one'), { maxLength: 4 }),
    one: fc.oneof({ maxDepth: 3 }, value, {
      weight: 9,
      arbitrary: fc.record(
        {
          type: fc.constantFrom(...types, 'unknown', '__proto__'),
          [name]: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...words) }, value),
          ...Object.fromEntries(lists.map((key) => [key, fc.oneof({ weight: 5, arbitrary: tie('all') }, value)])),
          ...{
            isRequired: value,
            defaultValue: value,
            choices: fc.array(value),
            rows: fc.array(value),
            rateMin: value,
          },
          ...{
            values: fc.array(value),
            minLength: value,
            maxLength: value,
            minRowCount: value,
            minPanelCount: value,
          },
          ...{
            visibleIf: fc.constantFrom(...rules),
            requiredIf: fc.constantFrom(...rules),
            enableIf: fc.constantFrom(...rules),
            defaultValueExpression: fc.constantFrom(...rules),
            minValueExpression: fc.constantFrom(...rules),
            expression: fc.constantFrom(...rules),
          },
          validators: fc.array(
            fc.record({
              type: fc.constantFrom('text', 'numeric', 'expression', 'answercount', 'email', 'regex'),
              minLength: value,
              expression: fc.constantFrom(...rules),
              minCount: value,
            }),
          ),
          conditional: fc.record({
            show: value,
            when: fc.constantFrom(...words),
            eq: value,
            conditions: fc.array(
              fc.record({
                component: fc.constantFrom(...words),
                operator: fc.constantFrom('isEmpty', 'includes', 'lessThan', 'odd'),
                value,
              }),
            ),
          }),
          validate: fc.record({ required: value, min: value, maxLength: value, custom: value }),
          label: value,
          title: value,
        },
        { requiredKeys: ['type'] },
      ),
    }),
  })).all;
}

/** The path of each element in the source, including nested ones. */
function* pathsIn(raw: unknown, lists: readonly string[], path = ''): Generator<string> {
  if (!isRecord(raw)) return;
  for (const key of lists) {
    const all = Object.hasOwn(raw, key) ? raw[key] : undefined;
    // The columns of a plain matrix are options.
    if (!Array.isArray(all) || (raw.type === 'matrix' && key === 'columns')) continue;
    for (const [index, each] of all.entries()) {
      // Empty elements need not be reported.
      if (isUnset(each)) continue;
      yield `${path}/${key}/${index}`;
      yield* pathsIn(each, lists, `${path}/${key}/${index}`);
    }
  }
}

function expectComplete(imported: ImportResult, paths: Iterable<string>): void {
  expect(checkFormSchema(imported.formSchema)).toEqual([]);
  const importedPaths = new Set(imported.imported);
  const left = new Set(imported.notImported.map(({ path }) => path));
  for (const path of paths) {
    // If a parent is reported, its children need not be.
    const keys = path.split('/');
    const isReported = keys.some((_, at) => left.has(keys.slice(0, at + 1).join('/')));
    expect(importedPaths.has(path) || isReported, path).toBe(true);
  }
}

const formats: [string, (form: JsonMap, idOf: () => string) => ImportResult, string[], string[], string][] = [
  ['SurveyJS', fromSurveyJs, Object.keys(questions), ['elements', 'templateElements', 'columns', 'items'], 'name'],
  ['Form.io', fromFormio, Object.keys(components), ['components', 'columns', 'questions'], 'key'],
];

describe.each(formats)('importing any JSON as a %s form', (_, convert, types, lists, name) => {
  it('returns a valid form, and imports or reports every element', () => {
    const [list = ''] = lists;
    fc.assert(
      fc.property(elements({ types, lists, name }), (all) => {
        // Drop undefined values, which a JSON file cannot contain.
        const form: JsonMap = JSON.parse(JSON.stringify({ [list]: all }));
        expectComplete(convert(form, idOf), pathsIn(form, lists));
      }),
      { numRuns: 60 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('pages', 'elements', 'components', 'title', 'x'), fc.jsonValue()),
        (form) => {
          expectComplete(convert(form, idOf), []);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('truncates and reports thousands of elements, or hundreds of nested ones', () => {
    const [list = ''] = lists;
    const [type = ''] = types;
    const many = Array.from({ length: 3_000 }, (_, at) => ({ type, [name]: `f${at}` }));
    const wide = convert({ [list]: many }, idOf);
    expectComplete(wide, pathsIn({ [list]: many }, [list]));
    expect(wide.notImported.length).toBeGreaterThan(1_000);
    const deep = Array.from({ length: 190 }).reduce<object>((inner) => ({ type: 'panel', [list]: [inner] }), {});
    const tall = convert({ [list]: [deep] }, idOf);
    expectComplete(tall, []);
    expect(tall.notImported.map(({ message }) => message)).toContain('At most 40 levels of nested widgets');
  });
});
