import fc from 'fast-check';
import { Model } from 'survey-core';
import { describe, expect, it, vi } from 'vitest';
import { idOf } from '#schemas/designing/example-design.ts';
import { fromSurveyJs } from '#schemas/designing/imports/surveyjs/surveyjs.ts';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { tableTotals } from '#schemas/forms/table-totals.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { testContext } from '../form-builders.ts';
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
  place: { type: 'radiogroup', choices: ['town', 'Lake'], showOtherItem: true },
  goals: { type: 'checkbox', choices: ['reach', 'sales'], showOtherItem: true, showNoneItem: true },
  reach: { type: 'text', inputType: 'number', min: 1, max: 8, step: 0.5 },
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
  place: fc.constantFrom('town', 'Lake', 'other'),
  goals: fc.oneof(fc.subarray(['reach', 'sales', 'other'], { minLength: 1 }), fc.constant(['none'])),
  reach: fc.constantFrom(0, 1, 2.5, 3.3, 9),
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
    "'other'",
    "'none'",
    "'town'",
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
    {
      ...{ isRequired: fc.boolean(), visibleIf: condition, requiredIf: condition, enableIf: condition },
      readOnly: fc.boolean(),
    },
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
      enableIf: fc.option(condition, { nil: undefined }),
    }),
    fc.record({
      ...{ type: fc.constant('text'), name: fc.constant('limited'), inputType: fc.constant('number') },
      ...{
        minValueExpression: formula,
        maxValueExpression: formula,
        enableIf: fc.option(condition, { nil: undefined }),
      },
    }),
    fc.record({
      ...{ type: fc.constant('text'), name: fc.constant('day'), inputType: fc.constant('date') },
      ...{ min: fc.constant('2026-02-01'), max: fc.constant('2026-02-28'), isRequired: fc.boolean() },
    }),
    fc.record({
      ...{ type: fc.constant('text'), name: fc.constant('amount') },
      validators: fc.constant([{ type: 'numeric', minValue: 2, maxValue: 9 }]),
    }),
    fc.record({
      ...{ type: fc.constant('text'), name: fc.constant('suggested'), visibleIf: condition },
      defaultValueExpression: formula,
    }),
  ];
  return fc.tuple(fc.array(rules, { minLength: names.length, maxLength: names.length }), fc.tuple(...others)).map(
    ([own, more]): JsonMap => ({
      elements: [...names.map((name, at) => ({ ...fields[name], name, ...own[at] })), ...more],
    }),
  );
});

const data = fc.record(
  {
    ...{ ...answers, more: fc.constant('more'), checked: fc.constant('x'), inside: fc.constant('y') },
    ...{ limited: fc.constantFrom(1, 5, 8), day: fc.constantFrom('2026-01-31', '2026-02-01', '2026-03-01') },
    amount: fc.constantFrom('5', '1', 'ten', '9.5'),
  },
  { requiredKeys: ['checked'] },
);

const calculated = ['total', 'suggested'];

function originalOf(survey: JsonMap, given: JsonMap): { data: JsonMap; outcome: Outcome } {
  let left = given;
  for (let round = 0; ; round += 1) {
    const model = new Model(survey);
    // The texts of answers in own words.
    model.mergeData({ ...left, ...ownWords });
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
        values: Object.fromEntries(
          calculated.map((key) => [key, hidden.includes(key) ? undefined : textOfValue(model.getValue(key))]),
        ),
      },
    };
  }
}

/** What SurveyJS stores beside the answer other, and what is the answer here. */
const ownWords = { 'place-Comment': 'a bus', 'goals-Comment': 'fame' };

function answerIn(key: string, value: unknown): unknown {
  if (key === 'consent') return value === 'yes';
  if (key === 'place' && value === 'other') return ownWords['place-Comment'];
  if (['size', 'kind', 'mixed', 'stars', 'place'].includes(key)) return String(value);
  if (!Array.isArray(value)) return value;
  return value.map((each) => (each === 'other' ? ownWords['goals-Comment'] : String(each)));
}

describe('a form imported from SurveyJS', () => {
  it(`shows, rejects and calculates as survey-core does, in ${cases} generated forms`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(definition, data, (survey, given) => {
        const imported = fromSurveyJs(survey, idOf);
        // What is listed is not imported; everything else must work as before.
        const original = originalOf(withoutListed(survey, imported.notImported), given);
        const answered = Object.entries(original.data).map(([key, value]) => [key, answerIn(key, value)]);
        const ours = outcomeOf(imported, Object.fromEntries(answered), calculated);
        expect(ours).toEqual(original.outcome);
      }),
      { numRuns: cases },
    );
  });

  it('shows the totals of a table that survey-core calculates', () => {
    const rows = fc.array(fc.record({ price: fc.constantFrom(0, 1, 2.5, 0.1, undefined) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.constantFrom('sum', 'count', 'avg'), rows, (totalType, given) => {
        const columns = [{ name: 'price', cellType: 'text', inputType: 'number', totalType }];
        const survey = { elements: [{ type: 'matrixdynamic', name: 'lines', rowCount: given.length, columns }] };
        const model = new Model(survey);
        model.data = { lines: given };
        const original: number = model.getQuestionByName('lines').visibleTotalRow.cells[0].question.value;
        const form = readForm(fromSurveyJs(survey, idOf).formSchema);
        const table = form.scope.owners.get('lines');
        if (table?.type !== 'table') throw new Error('no table');
        const { top } = createFilling(form, { lines: given }, testContext(), { calculation: 'none' });
        const [total] = [...tableTotals(table, top).values()].flat();
        // A total without any number is empty here, and an average has two decimals.
        expect(Math.abs(Number(total?.text) - original)).toBeLessThan(totalType === 'avg' ? 0.00501 : 1e-9);
      }),
    );
  });
});
