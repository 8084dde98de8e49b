import {
  clearHiddenProcessInfo,
  logicProcessInfo,
  processSync,
  simpleConditionProcessInfo,
  validateProcessInfo,
} from '@formio/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { idOf } from '#schemas/designing/example-design.ts';
import { fromFormio } from '#schemas/designing/imports/formio/formio.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { type Outcome, outcomeOf, withoutListed } from './import-outcome.ts';
import '#tests/runner/seed.ts';

// The original engine is the oracle: an imported form must show and reject what Form.io does.

const cases = isNightly() ? 5_000 : 500;

// It logs each number without a value.
for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

const choices = (...values: string[]) => values.map((value) => ({ value, label: `Label of ${value}` }));
const fields = {
  text: { type: 'textfield' },
  zip: { type: 'textfield', validate: { pattern: '[0-9]{5}', maxLength: 5 } },
  mail: { type: 'email' },
  phone: { type: 'phoneNumber', inputMask: '(999) 999-9999' },
  code: { type: 'textfield', inputMask: '9*-99' },
  count: { type: 'number' },
  size: { type: 'radio', values: choices('1', '5', '10') },
  kind: { type: 'select', data: { values: choices('a', 'B', 'radio spot') } },
  media: { type: 'select', multiple: true, data: { values: choices('radio', 'TV', '3') } },
  boxes: { type: 'selectboxes', values: choices('x', 'y', 'z') },
  agreed: { type: 'checkbox' },
  fresh: {
    type: 'radio',
    values: [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ],
  },
} satisfies Record<string, JsonMap>;
type FieldName = keyof typeof fields;

/** Answers as Form.io's renderer stores them, also of untouched fields. */
const answers: Record<FieldName, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom('', 'fox', 'Fox', 'foxes', '5'),
  zip: fc.constantFrom('', '12345', '1234', 'abcde'),
  mail: fc.constantFrom('', 'a@example.com', 'nobody'),
  phone: fc.constantFrom('', '(123) 456-7890', '(123) 456-789'),
  code: fc.constantFrom('', '1b-12', 'A1-11'),
  count: fc.constantFrom(undefined, 1, 5, 10, 2.5),
  size: fc.constantFrom('', 1, 5, 10),
  kind: fc.constantFrom('', 'a', 'B', 'radio spot'),
  media: fc.subarray<unknown>(['radio', 'TV', 3]),
  boxes: fc.record({ x: fc.boolean(), y: fc.boolean(), z: fc.boolean() }),
  agreed: fc.boolean(),
  fresh: fc.constantFrom('', true, false),
};

const value = fc.constantFrom<unknown>(
  'fox',
  '5',
  '1',
  'a',
  'b',
  'B',
  'radio',
  'rad',
  'x',
  'y',
  '3',
  'true',
  'false',
  true,
  5,
);
const operator = fc.constantFrom(
  ...['isEqual', 'isNotEqual', 'isEmpty', 'isNotEmpty', 'includes', 'notIncludes', 'lessThan', 'greaterThan'],
  ...['lessThanOrEqual', 'greaterThanOrEqual', 'startsWith', 'endsWith'],
);

function conditionalOver(names: readonly string[]) {
  const component = fc.constantFrom(...names);
  return fc.oneof(
    fc.record({ show: fc.constantFrom<unknown>(true, false, 'true', 'false', null), when: component, eq: value }),
    fc.record({
      show: fc.constantFrom<unknown>(true, false, 'true', undefined),
      conjunction: fc.constantFrom('all', 'any'),
      conditions: fc.array(fc.record({ component, operator, value }), { minLength: 1, maxLength: 3 }),
    }),
  );
}

const definition = fc.subarray(Object.keys(fields) as FieldName[], { minLength: 2, maxLength: 5 }).chain((names) => {
  const conditional = conditionalOver(names);
  const action = fc
    .constantFrom('disabled', 'validate.required')
    .map((value) => ({ type: 'property', property: { value, type: 'boolean' }, state: true }));
  const logic = conditional
    .map((simple) => ({ type: 'simple', simple }))
    .chain((trigger) => action.map((each) => [{ name: 'own', trigger, actions: [each] }]));
  const rules = fc.record({ conditional, logic, required: fc.boolean() }, { requiredKeys: ['required'] });
  return fc
    .tuple(fc.array(rules, { minLength: names.length, maxLength: names.length }), conditional, conditional, conditional)
    .map(
      ([own, first, second, third]): JsonMap => ({
        display: 'form',
        components: [
          ...names.map((key, at) => {
            const { required, conditional: condition, logic: more } = own[at] ?? {};
            // A field that decides about itself is a mistake.
            const isOwn = JSON.stringify(condition ?? {}).includes(`"${key}"`);
            const rule = condition && !isOwn ? { conditional: condition } : {};
            const isOwnLogic = JSON.stringify(more ?? []).includes(`"${key}"`);
            const field: JsonMap = fields[key];
            const validate = { ...(isRecord(field.validate) ? field.validate : {}), required };
            return {
              ...field,
              ...rule,
              ...(more && !isOwnLogic ? { logic: more } : {}),
              key,
              label: key,
              input: true,
              validate,
            };
          }),
          { type: 'textfield', key: 'more', input: true, conditional: first, validate: { required: true } },
          { type: 'number', key: 'limited', input: true, conditional: second, validate: { min: 2, max: 9 } },
          {
            ...{ type: 'panel', key: 'box', conditional: third },
            components: [{ type: 'textarea', key: 'inside', input: true, validate: { required: true, minLength: 2 } }],
          },
        ],
      }),
    );
});

const data = fc.record({
  ...answers,
  more: fc.constantFrom('', 'more'),
  limited: fc.constantFrom(undefined, 1, 3, 9, 9.5),
  inside: fc.constantFrom('', 'x', 'long'),
});

function originalOf(form: JsonMap, given: JsonMap): { data: JsonMap; outcome: Outcome } {
  let left = given;
  for (let round = 0; ; round += 1) {
    const components: unknown = structuredClone(form.components);
    const scope: {
      conditionals?: { path: string; conditionallyHidden: boolean }[];
      errors?: { context?: { path?: string } }[];
    } = {};
    Reflect.apply(processSync, null, [
      {
        ...{ form: { components }, components, data: structuredClone(left), scope },
        processors: [simpleConditionProcessInfo, logicProcessInfo, clearHiddenProcessInfo, validateProcessInfo],
      },
    ]);
    const hidden = (scope.conditionals ?? [])
      .filter((each) => each.conditionallyHidden)
      .map(({ path }) => (path === 'box' ? 'inside' : path));
    // Nobody can answer a hidden field.
    const answered = Object.fromEntries(Object.entries(left).filter(([key]) => !hidden.includes(key)));
    if (round < 20 && Object.keys(answered).length < Object.keys(left).length) {
      left = answered;
      continue;
    }
    const rejected = new Set((scope.errors ?? []).map(({ context }) => String(context?.path)));
    return { data: left, outcome: { hidden: hidden.toSorted(), rejected: [...rejected].toSorted(), values: {} } };
  }
}

function answerIn(key: string, answer: unknown): unknown {
  if (isRecord(answer)) return Object.keys(answer).filter((each) => answer[each] === true);
  if (key === 'size' || key === 'kind') return String(answer);
  return Array.isArray(answer) ? answer.map(String) : answer;
}

describe('a form imported from Form.io', () => {
  it(`shows and rejects as @formio/core does, in ${cases} generated forms`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(definition, data, (form, given) => {
        const imported = fromFormio(form, idOf);
        // A listed difference: a hidden checkbox counts as not checked.
        fc.pre(imported.changed.every(({ message }) => !message.startsWith('While')));
        // What is listed is not imported; everything else must work as before.
        const original = originalOf(withoutListed(form, imported.notImported), given);
        const answered = Object.entries(original.data).map(([key, answer]) => [key, answerIn(key, answer)]);
        expect(outcomeOf(imported, Object.fromEntries(answered), [])).toEqual(original.outcome);
      }),
      { numRuns: cases },
    );
  });
});
