import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/forms/form-builders.ts';
import { checkFormSchema } from '../../../forms/check-form-schema.ts';
import { fill } from '../../../forms/fill.ts';
import { readForm } from '../../../forms/read-form.ts';
import { idOf } from '../../example-design.ts';
import { importForTest } from '../imported.ts';
import { fromSurveyJs } from './surveyjs.ts';

const importForm = (...elements: object[]) => importForTest(fromSurveyJs({ elements }, idOf));

describe('fromSurveyJs', () => {
  it('imports pages, panels, rows, types, labels, options, limits and defaults', () => {
    const { fields, formSchema, notImported, about } = importForTest(
      fromSurveyJs(
        {
          title: 'Campaign',
          description: 'A plan',
          pages: [
            {
              name: 'page1',
              title: 'Client',
              elements: [
                {
                  type: 'text',
                  name: 'company',
                  title: 'Company',
                  isRequired: true,
                  maxLength: 80,
                  description: 'As registered',
                },
                { type: 'text', name: 'budget', inputType: 'number', min: 100, max: 5000, defaultValue: 250 },
                { type: 'text', name: 'start', inputType: 'date', startWithNewLine: false },
                {
                  type: 'panel',
                  name: 'media',
                  title: 'Media',
                  elements: [
                    {
                      type: 'checkbox',
                      name: 'kinds',
                      choices: ['radio', { value: 'tv', text: 'Television' }],
                      defaultValue: ['tv'],
                    },
                  ],
                },
              ],
            },
            {
              name: 'page2',
              elements: [
                { type: 'comment', name: 'notes', rows: 4 },
                { type: 'boolean', name: 'agreed', readOnly: true },
              ],
            },
          ],
        },
        idOf,
      ),
    );
    expect(checkFormSchema(formSchema)).toEqual([]);
    expect(notImported).toEqual([]);
    expect(about).toEqual({ name: 'Campaign', description: 'A plan' });
    expect(fields).toMatchObject({
      company: {
        type: 'text_input',
        meta: {
          label: 'Company',
          description: 'As registered',
        },
        config: { required: true, maxLength: 80 },
      },
      budget: {
        type: 'number_input',
        config: { minValueScript: '100', maxValueScript: '5000', initialValue: { static: true, value: 250 } },
      },
      start: { type: 'date_input' },
      kinds: {
        type: 'checkboxes',
        config: {
          options: [{ value: 'radio' }, { value: 'tv', label: 'Television' }],
          initialValue: { value: ['tv'] },
        },
      },
      notes: { type: 'text_input', config: { textArea: true, minRows: 4 } },
      agreed: { type: 'checkbox', config: { disabled: true, presentation: 'yes_no' } },
    });
  });

  it('converts dynamic panels to collections, dynamic matrices to tables, other matrices to groups', () => {
    const { fields, notImported } = importForm(
      {
        type: 'paneldynamic',
        name: 'spots',
        minPanelCount: 1,
        maxPanelCount: 5,
        templateElements: [{ type: 'text', name: 'station' }],
      },
      {
        type: 'matrixdynamic',
        name: 'lines',
        choices: ['a', 'b'],
        columns: [{ name: 'code', cellType: 'text' }, { name: 'kind' }],
      },
      {
        type: 'matrix',
        name: 'opinion',
        columns: ['good', 'bad'],
        rows: ['price', { value: 'service', text: 'Service' }],
      },
      { type: 'multipletext', name: 'contact', items: [{ name: 'email', inputType: 'email' }] },
    );
    expect(notImported).toEqual([]);
    expect(fields).toMatchObject({
      spots: { type: 'collection', config: { minItems: 1, maxItems: 5 } },
      station: { type: 'text_input' },
      lines: { type: 'table' },
      code: { type: 'text_input' },
      kind: { type: 'select', config: { options: [{ value: 'a' }, { value: 'b' }] } },
      opinion: { type: 'container' },
      service: {
        type: 'radio',
        meta: { label: 'Service' },
        config: { options: [{ value: 'good' }, { value: 'bad' }] },
      },
      contact: { type: 'container' },
      email: { meta: { validationScript: expect.stringContaining('valid_email') } },
    });
  });

  it.each([
    ["{kind} = 'b'", '($kind == "b")'],
    ['{count} > 5 and {agreed} = true', '(($count > 5) and ($agreed == true))'],
    ['{kinds} contains 2 or {kind} empty', '(($kinds includes "2") or (!$kind))'],
    ["{kinds} anyof ['a', 'b']", '(($kinds includes "a") or ($kinds includes "b"))'],
    ['{count} notempty', '(not ($count == nothing))'],
    ['!({count} + 2 * 3 <= 10)', '(not ((($count or 0) + (2 * 3)) <= 10))'],
    ['{agreed} = false', '($agreed == false)'],
    ['{agreed} empty', '($agreed == nothing)'],
    ["{start} < '2026-01-31'", '($start < ("2026-01-31"):date)'],
  ])('translates the rule %s', (visibleIf, script) => {
    const { fields, notImported } = importForm(...others, { type: 'text', name: 'follow_up', visibleIf });
    expect(notImported).toEqual([]);
    expect(fields.follow_up).toMatchObject({ meta: { conditionalScript: script } });
  });

  const others = [
    { type: 'dropdown', name: 'kind', choices: ['a', 'b'] },
    { type: 'text', name: 'count', inputType: 'number' },
    { type: 'boolean', name: 'agreed' },
    { type: 'checkbox', name: 'kinds', choices: ['a', 'b', 2] },
    { type: 'text', name: 'start', inputType: 'date' },
  ];

  it('imports fields as unanswered, and a boolean as a yes/no question', () => {
    const { fields, notImported } = importForm(
      ...others,
      { type: 'boolean', name: 'wants_mail', defaultValue: false },
      { type: 'boolean', name: 'has_site', defaultValue: 'true' },
      { type: 'expression', name: 'total', expression: '{count} * 3 + {count}' },
      { type: 'panel', name: 'box', elements: [{ type: 'rating', name: 'stars' }] },
    );
    expect(notImported).toEqual([]);
    for (const field of Object.values(fields)) expect(field).toMatchObject({ config: { emptyUntilAnswered: true } });
    expect(fields.agreed).toMatchObject({ type: 'checkbox', config: { presentation: 'yes_no' } });
    expect(fields.agreed).not.toHaveProperty('config.initialValue');
    expect(fields.wants_mail).toMatchObject({ config: { initialValue: { static: true, value: false } } });
    expect(fields.has_site).toMatchObject({ config: { initialValue: { static: true, value: true } } });
    expect(fields.total).toMatchObject({
      config: { initialValue: { value: '((($count or 0) * 3) + ($count or 0))' } },
    });
  });

  it.each([
    ['text', { inputType: 'number' }],
    ['boolean', {}],
    ['dropdown', { choices: ['a'] }],
    ['checkbox', { choices: ['a'] }],
  ])('requires a %s with requiredIf under its condition', (type, more) => {
    const { fields, notImported } = importForm(...others, {
      type,
      name: 'follow_up',
      requiredIf: '{count} > 1',
      ...more,
    });
    expect(notImported).toEqual([]);
    expect(fields.follow_up).toMatchObject({ meta: { requiredScript: '($count > 1)' } });
  });

  it.each([
    ['age({born}) > 18', 'it is more than comparisons of fields and values'],
    ['{nobody} = 1', "it uses nobody, which wasn't imported as a field"],
    ['{a[0].b} = 1', 'it is more than comparisons of fields and values'],
    ['{count} = `x`', "it can't be parsed"],
  ])('reports a rule that cannot be translated: %s', (visibleIf, why) => {
    const { fields, notImported } = importForm(...others, { type: 'text', name: 'follow_up', visibleIf });
    expect(fields.follow_up).not.toHaveProperty('meta.conditionalScript');
    expect(notImported).toEqual([{ path: '/elements/5/visibleIf', message: `Rule skipped: ${why}` }]);
  });

  it.each([
    [{ regex: 'MHz' }, 'not this includes "MHz"', ['98 MHz'], ['98 mhz']],
    [{ regex: 'mhz\\.', caseInsensitive: true }, 'not this matches "mhz."', ['98 MHz.'], ['98 MHz']],
    [{ regex: '^(?:AM|FM)$' }, 'this not in ["AM", "FM"]', ['AM'], ['am', 'FMX']],
    [{ regex: '^am$', caseInsensitive: true }, 'this:lower not in ["am"]', ['AM'], ['PM']],
    [{ regex: '^[0-9]{5}$' }, 'this not pattern "^[0-9]{5}$"', ['12345'], ['1234', 'x12345']],
    [{ regex: 'a|\\d' }, 'this not pattern "a|\\\\d"', ['xa', '7'], ['b']],
    [{ regex: '^.{2,4}$' }, '(this:length < 2 or this:length > 4)', ['WB', 'WBUR'], ['W', 'WBURX']],
  ])('translates a supported pattern to a rule: %j', (validator, condition, fitting, others) => {
    const validators = [{ type: 'regex', text: 'No station', ...validator }];
    const { formSchema, fields, notImported } = importForm({ type: 'text', name: 'follow_up', validators });
    expect(notImported).toEqual([]);
    expect(fields.follow_up).toMatchObject({
      meta: { validationScript: `if this and ${condition} { reject because "No station" }` },
    });
    const form = readForm(formSchema);
    const problemCount = (answer: string) =>
      fill(form, { data: { follow_up: answer }, as: 'sent' }, testContext()).problems.length;
    expect(fitting.map(problemCount)).toEqual(fitting.map(() => 0));
    expect(others.map(problemCount)).toEqual(others.map(() => 1));
  });

  it.each(['(?=a)', '^(?!x)', '(a)\\1', '(', '\\', '(?<=a)b', 'a{1001}'])(
    'reports an unsupported pattern: %s',
    (regex) => {
      const { fields, notImported } = importForm({
        type: 'text',
        name: 'follow_up',
        validators: [{ type: 'regex', regex }],
      });
      expect(fields.follow_up).not.toHaveProperty('meta.validationScript');
      expect(notImported).toEqual([
        { path: '/elements/0/validators/0/regex', message: "The rules language doesn't support this pattern" },
      ]);
    },
  );

  it('resolves fields in the same row, and translates requiredIf', () => {
    const { fields, notImported } = importForm({
      ...{ type: 'paneldynamic', name: 'spots' },
      templateElements: [
        { type: 'text', name: 'price', inputType: 'number' },
        { type: 'text', name: 'reason', title: 'Reason', requiredIf: '{panel.price} > 100' },
      ],
    });
    expect(notImported).toEqual([]);
    expect(fields.reason).toMatchObject({
      meta: { requiredScript: '($price > 100)' },
    });
  });

  it('shows several pages as steps, and all at once if the survey does', () => {
    const pages = ['a', 'b'].map((name) => ({ name, title: name, elements: [{ type: 'text', name: `${name}1` }] }));
    const rootOf = (survey: object) => fromSurveyJs({ ...survey }, idOf).formSchema.root;
    expect(rootOf({ pages })).toMatchObject({ config: { presentation: 'steps' } });
    expect(rootOf({ pages, questionsOnPageMode: 'singlePage' })).not.toHaveProperty('config.presentation');
    expect(rootOf({ pages: pages.slice(1) })).not.toHaveProperty('config.presentation');
  });

  it('imports exclusive options and the option for none', () => {
    const choices = [
      { value: 'radio', text: 'Radio' },
      { value: 'all', isExclusive: true },
    ];
    const elements = [
      { type: 'checkbox', name: 'media', choices, showNoneItem: true, noneText: 'None of these' },
      { type: 'radiogroup', name: 'one', choices: ['radio'], hasNone: true },
    ];
    const { fields, notImported } = importForm(...elements);
    expect(notImported).toEqual([]);
    const { media, one } = fields;
    expect(media).toMatchObject({
      config: {
        options: [{ value: 'radio', label: 'Radio' }, { value: 'all' }, { value: 'none', label: 'None of these' }],
        exclusiveOptions: ['all', 'none'],
      },
    });
    expect(one).toMatchObject({ config: { options: [{ value: 'radio' }, { value: 'none', label: 'None' }] } });
  });

  it('locks a question while its enableIf is false, and then neither requires nor checks it', () => {
    const { fields, notImported } = importForm(...others, {
      ...{ type: 'text', name: 'reason', inputType: 'number', isRequired: true, min: 5 },
      enableIf: '{count} > 1',
    });
    expect(notImported).toEqual([]);
    expect(fields.reason).toMatchObject({
      meta: { readonlyScript: 'not ($count > 1)', requiredScript: '($count > 1)' },
      config: { required: false, minValueScript: 'if ($count > 1) { 5 } else { nothing }' },
    });
  });

  it('imports the choice in own words, and what conditions say about it', () => {
    const { fields, notImported } = importForm(
      { type: 'radiogroup', name: 'place', choices: ['town', 'lake'], showOtherItem: true, otherText: 'Elsewhere' },
      { type: 'text', name: 'more', visibleIf: "{place} = 'other'" },
      { type: 'dropdown', name: 'colour', choices: ['red'], allowCustomChoices: true },
    );
    expect(notImported).toEqual([]);
    expect(fields).toMatchObject({
      place: { config: { otherLabel: 'Elsewhere' } },
      more: { meta: { conditionalScript: '(not (!$place or $place in ["town", "lake"]))' } },
      colour: { config: { otherLabel: 'Other' } },
    });
  });

  it('begins lists with their rows, and imports a rating as a choice with the descriptions of its ends', () => {
    const { fields, changed } = importForm(
      { type: 'matrixdynamic', name: 'lines', columns: [{ name: 'code', cellType: 'text' }] },
      { type: 'paneldynamic', name: 'spots', panelCount: 1, templateElements: [{ type: 'text', name: 'station' }] },
      { type: 'rating', name: 'stars', rateMax: 3, minRateDescription: 'Bad' },
    );
    expect(changed).toEqual([]);
    expect(fields).toMatchObject({
      lines: { config: { initialValue: { static: true, value: [{}, {}] } } },
      spots: { config: { initialValue: { static: true, value: [{}] } } },
      stars: { type: 'radio', config: { options: [{ value: '1', label: '1 (Bad)' }, { value: '2' }, { value: '3' }] } },
    });
  });

  it('shows the comment field of a question and the elements of a choice as fields of their own', () => {
    const { fields, notImported } = importForm({
      ...{ type: 'checkbox', name: 'media', showCommentArea: true, commentText: 'Why?' },
      choices: ['radio', { value: 'tv', elements: [{ type: 'text', name: 'station' }] }],
    });
    expect(notImported).toEqual([]);
    expect(Object.keys(fields)).toEqual(['media', 'station', 'media_comment']);
    expect(fields.media_comment).toMatchObject({ type: 'text_input', meta: { label: 'Why?' } });
  });

  it('reports everything without a counterpart by path: types, properties, scripts, and cyclic rules', () => {
    const { fields, notImported, changed, renamed } = importForTest(
      fromSurveyJs(
        {
          triggers: [{ type: 'complete', expression: '{a} = 1' }],
          elements: [
            { type: 'signaturepad', name: 'signature' },
            { type: 'text', name: 'first name', placeholder: 'Ann', onValueChanged: 'alert(1)' },
            { type: 'text', name: 'a', visibleIf: '{b} notempty' },
            { type: 'text', name: 'b', visibleIf: '{a} notempty' },
            { type: 'html', html: '<b>Read</b> this' },
            'nothing',
          ],
        },
        idOf,
      ),
    );
    expect(Object.keys(fields)).toEqual(['first_name', 'a', 'b']);
    expect(renamed).toEqual([{ name: 'first name', key: 'first_name' }]);
    expect(changed).toEqual([
      { path: '/elements/4', message: 'HTML converted to plain text' },
      {
        path: '/elements/3',
        message: 'While a is hidden, its answer counts as empty here. In SurveyJS it still counts.',
      },
    ]);
    expect(notImported.map(({ path }) => path)).toEqual([
      '/elements/0',
      '/elements/1/onValueChanged',
      '/elements/5',
      '/triggers',
      '/elements/2/visibleIf',
    ]);
  });
});
