import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '../../forms/check-form-schema.ts';
import { isRecord } from '../../forms/is-record.ts';
import type { JsonMap } from '../../generated/types.ts';
import { idOf } from '../example-design.ts';
import { components } from './formio/components.ts';
import { fromFormio } from './formio/formio.ts';
import type { Imported } from './imported.ts';
import { isEmpty } from './source.ts';
import { questions } from './surveyjs/questions.ts';
import { fromSurveyJs } from './surveyjs/surveyjs.ts';

const words = ['a', 'b', 'first name', '__proto__', 'constructor', 'client', ''];
const rules = ['{a} = 1', '{b} notempty and {a} contains 2', '{panel.a} > 3', 'f({a})', '((((', "{a} anyof ['x', 2]"];
const value = fc.oneof(fc.constantFrom(...words), fc.integer(), fc.boolean(), fc.jsonValue({ maxDepth: 2 }));

/** Elements as somebody might write them, with wrong values here and there, in one another. */
function elements({ types, lists, name }: { types: string[]; lists: string[]; name: string }) {
  return fc.letrec<{ all: unknown[]; one: unknown }>((tie) => ({
    all: fc.array(tie('one'), { maxLength: 4 }),
    one: fc.oneof({ maxDepth: 3 }, value, {
      weight: 9,
      arbitrary: fc.record(
        {
          type: fc.constantFrom(...types, 'unheard', '__proto__'),
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

/** Each element of the lists in what was brought, by its path; what stands in others too. */
function* pathsIn(raw: unknown, lists: readonly string[], path = ''): Generator<string> {
  if (!isRecord(raw)) return;
  for (const key of lists) {
    const all = Object.hasOwn(raw, key) ? raw[key] : undefined;
    // The columns of a plain matrix are options.
    if (!Array.isArray(all) || (raw.type === 'matrix' && key === 'columns')) continue;
    for (const [index, each] of all.entries()) {
      // What says nothing has nothing to be told of.
      if (isEmpty(each)) continue;
      yield `${path}/${key}/${index}`;
      yield* pathsIn(each, lists, `${path}/${key}/${index}`);
    }
  }
}

function hold(imported: Imported, paths: Iterable<string>): void {
  expect(checkFormSchema(imported.formSchema)).toEqual([]);
  const came = new Set(imported.came);
  const left = new Set(imported.left.map(({ path }) => path));
  for (const path of paths) {
    // What stands in something that is told is told with it.
    const keys = path.split('/');
    const isTold = keys.some((_, at) => left.has(keys.slice(0, at + 1).join('/')));
    expect(came.has(path) || isTold, path).toBe(true);
  }
}

const formats: [string, (form: JsonMap, idOf: () => string) => Imported, string[], string[], string][] = [
  ['SurveyJS', fromSurveyJs, Object.keys(questions), ['elements', 'templateElements', 'columns', 'items'], 'name'],
  ['Form.io', fromFormio, Object.keys(components), ['components', 'columns', 'questions'], 'key'],
];

describe.each(formats)('any JSON as a form of %s', (_, convert, types, lists, name) => {
  it('gives a form that passes the check, and each element of it has come over or is told', () => {
    const [list = ''] = lists;
    fc.assert(
      fc.property(elements({ types, lists, name }), (all) => {
        // As a file has it: what is no JSON is not there.
        const form: JsonMap = JSON.parse(JSON.stringify({ [list]: all }));
        hold(convert(form, idOf), pathsIn(form, lists));
      }),
      { numRuns: 60 },
    );
  });

  it('whatever else it is, it never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('pages', 'elements', 'components', 'title', 'x'), fc.jsonValue()),
        (form) => {
          hold(convert(form, idOf), []);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('one of thousands of elements, or hundreds within one another, is cut and told', () => {
    const [list = ''] = lists;
    const [type = ''] = types;
    const many = Array.from({ length: 3_000 }, (_, at) => ({ type, [name]: `f${at}` }));
    const wide = convert({ [list]: many }, idOf);
    hold(wide, pathsIn({ [list]: many }, [list]));
    expect(wide.left.length).toBeGreaterThan(1_000);
    const deep = Array.from({ length: 190 }).reduce<object>((inner) => ({ type: 'panel', [list]: [inner] }), {});
    const tall = convert({ [list]: [deep] }, idOf);
    hold(tall, []);
    expect(tall.left.map(({ message }) => message)).toContain('At most 40 widgets may stand in each other');
  });
});
