import fc from 'fast-check';
import { Model } from 'survey-core';
import { describe, expect, it, vi } from 'vitest';
import { idOf } from '#schemas/designing/example-design.ts';
import { fromSurveyJs } from '#schemas/designing/imports/surveyjs/surveyjs.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { type Outcome, outcomeOf, textOfValue, withoutListed } from './import-outcome.ts';
import '#tests/runner/seed.ts';

// The original engine is the oracle: an imported form must show, reject and calculate what SurveyJS does.

const cases = isNightly() ? 5_000 : 500;
// Conditions that are no comparisons are part of the cases.
for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();

const fields = {
  text: { type: 'text' },
  count: { type: 'text', inputType: 'number' },
  price: { type: 'text', inputType: 'number' },
  size: { type: 'radiogroup', choices: [1, 5, 10] },
  kind: { type: 'dropdown', choices: ['a', 'B', 'radio spot'] },
  mixed: { type: 'radiogroup', choices: [2, 'two', { value: 20, text: 'Twenty' }] },
  media: { type: 'checkbox', choices: ['radio', 'TV', 3] },
  agreed: { type: 'boolean' },
  consent: { type: 'boolean', valueTrue: 'yes', valueFalse: 'no' },
  stars: { type: 'rating' },
  start: { type: 'text', inputType: 'date' },
  hour: { type: 'text', inputType: 'time' },
} satisfies Record<string, JsonMap>;
type FieldName = keyof typeof fields;

const answers: Record<FieldName, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom('fox', 'Fox', 'foxes', '7', '10'),
  count: fc.constantFrom(0, 1, 2.5, 5, 10),
  price: fc.constantFrom(0, 1, 5, 10, 0.1),
  size: fc.constantFrom(1, 5, 10),
  kind: fc.constantFrom('a', 'B', 'radio spot'),
  mixed: fc.constantFrom(2, 'two', 20),
  media: fc.subarray(['radio', 'TV', 3], { minLength: 1 }),
  agreed: fc.boolean(),
  consent: fc.constantFrom('yes', 'no'),
  stars: fc.constantFrom(1, 3, 5),
  start: fc.constantFrom('2026-01-31', '2026-02-01'),
  hour: fc.constantFrom('09:00', '17:30'),
};

const literal = fc.constantFrom(
  ...[
    '5',
    '1',
    '10',
    '0',
    '2.5',
    '3',
    "'fox'",
    "'FOX'",
    "'a'",
    "'b'",
    "'Radio'",
    "'tv'",
    "'5'",
    "'yes'",
    "'two'",
    "''",
  ],
  ...['true', 'false', "'true'", "'2026-01-31'", "'09:00'", "'rad'"],
);
const list = fc.constantFrom("['radio', 'tv']", "['a', 'b']", '[5, 10]', "['fox', '3']", '[3]', "['radio']");

/** Conditions and formulas over some fields. */
function rulesOver(names: readonly string[]) {
  const name = fc.constantFrom(...names).map((each) => `{${each}}`);
  const binary = fc.constantFrom('=', '<>', '<', '<=', '>', '>=', 'contains', 'notcontains');
  const comparison = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(name, binary, literal) },
    { weight: 3, arbitrary: fc.tuple(name, fc.constantFrom('anyof', 'allof', 'noneof', 'contains', '=', '<>'), list) },
    { weight: 2, arbitrary: fc.tuple(name, binary, name) },
    { weight: 2, arbitrary: fc.tuple(name, fc.constantFrom('empty', 'notempty')) },
  );
  const operand = fc.oneof({ weight: 3, arbitrary: name }, fc.constantFrom('3', '0.5', "' - '", "'x'"));
  const sum = fc.tuple(operand, fc.constantFrom('+', '-', '*', '/'), operand).map((parts) => parts.join(' '));
  const condition = fc.letrec<{ all: string }>((tie) => ({
    all: fc.oneof(
      { maxDepth: 2 },
      { weight: 4, arbitrary: comparison.map((parts) => parts.join(' ')) },
      fc
        .tuple(tie('all'), fc.constantFrom('and', 'or'), tie('all'))
        .map(([left, by, right]) => `(${left}) ${by} (${right})`),
      tie('all').map((each) => `!(${each})`),
      fc.tuple(sum, fc.constantFrom('>', '<=', '='), literal).map(([left, by, right]) => `${left} ${by} ${right}`),
      name,
    ),
  })).all;
  const formula = fc.oneof(
    sum,
    fc.tuple(sum, sum).map(([one, other]) => `(${one}) * (${other})`),
    condition,
    name,
    fc.tuple(condition, sum, sum).map(([test, yes, no]) => `iif(${test}, ${yes}, ${no})`),
  );
  return { condition, formula };
}

const definition = fc.subarray(Object.keys(fields) as FieldName[], { minLength: 2, maxLength: 4 }).chain((names) => {
  const { condition, formula } = rulesOver(names);
  const rules = fc.record(
    { isRequired: fc.boolean(), visibleIf: condition, requiredIf: condition },
    { requiredKeys: [] },
  );
  const onTotal = fc.constantFrom('{total} > 5', "{total} = 'fox '", '{total} notempty', '{total} = true');
  const others = [
    fc.record({ type: fc.constant('text'), name: fc.constant('more'), visibleIf: condition, isRequired: fc.boolean() }),
    fc.record({ type: fc.constant('expression'), name: fc.constant('total'), expression: formula }),
    fc.record({ type: fc.constant('text'), name: fc.constant('after'), visibleIf: onTotal }),
    fc.record({
      type: fc.constant('panel'),
      name: fc.constant('box'),
      visibleIf: condition,
      elements: fc.constant([{ type: 'comment', name: 'inside', isRequired: true }]),
    }),
    fc.record({
      type: fc.constant('text'),
      name: fc.constant('checked'),
      validators: fc.tuple(fc.record({ type: fc.constant('expression'), expression: condition })),
    }),
  ];
  return fc.tuple(fc.array(rules, { minLength: names.length, maxLength: names.length }), fc.tuple(...others)).map(
    ([own, more]): JsonMap => ({
      elements: [...names.map((name, at) => ({ ...fields[name], name, ...own[at] })), ...more],
    }),
  );
});

const data = fc.record(
  { ...answers, more: fc.constant('more'), checked: fc.constant('x'), inside: fc.constant('y') },
  { requiredKeys: ['checked'] },
);

function originalOf(survey: JsonMap, given: JsonMap): { data: JsonMap; outcome: Outcome } {
  let left = given;
  for (let round = 0; ; round += 1) {
    const model = new Model(survey);
    model.data = left;
    const questions = model.getAllQuestions(false, false, true);
    const hidden = questions.filter((each) => !each.isVisibleInSurvey).map((each) => each.name);
    // Nobody can answer a hidden field.
    const answered = Object.fromEntries(Object.entries(left).filter(([key]) => !hidden.includes(key)));
    if (round < 20 && Object.keys(answered).length < Object.keys(left).length) {
      left = answered;
      continue;
    }
    model.validate();
    return {
      data: left,
      outcome: {
        hidden: hidden.toSorted(),
        rejected: questions
          .filter((each) => each.isVisibleInSurvey && each.errors.length > 0)
          .map((each) => each.name)
          .toSorted(),
        values: { total: hidden.includes('total') ? undefined : textOfValue(model.getValue('total')) },
      },
    };
  }
}

function answerIn(key: string, value: unknown): unknown {
  if (key === 'consent') return value === 'yes';
  if (['size', 'kind', 'mixed'].includes(key)) return String(value);
  return Array.isArray(value) ? value.map(String) : value;
}

describe('a form imported from SurveyJS', () => {
  it(`shows, rejects and calculates as survey-core does, in ${cases} generated forms`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(definition, data, (survey, given) => {
        const imported = fromSurveyJs(survey, idOf);
        // What is listed is not imported; everything else must work as before.
        const original = originalOf(withoutListed(survey, imported.notImported), given);
        const answered = Object.entries(original.data).map(([key, value]) => [key, answerIn(key, value)]);
        const ours = outcomeOf(imported, Object.fromEntries(answered), ['total']);
        expect(ours).toEqual(original.outcome);
      }),
      { numRuns: cases },
    );
  });
});
