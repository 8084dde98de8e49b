import { describe, expect, it } from 'vitest';
import { collection, container, formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { check } from './fill.ts';
import type { FormContext } from './form.ts';
import { readForm } from './read-form.ts';

/** The problems of data, each as 'path message'. */
function problemsOf(widgets: unknown[], data: Record<string, unknown>, context: Partial<FormContext> = {}): string[] {
  const problems = check(formOf(...widgets), data, testContext(context));
  return problems.map(({ path, message }) => `${path} ${message}`);
}

describe('check of a required field', () => {
  const missing = ['/it Missing required field: The field'];
  const requiredField = (type: string, config: Record<string, unknown> = {}) =>
    widget(type, 'it', { required: true, ...config }, 'The field');

  it.each([
    ['text_input', ' ', {}],
    ['text_input', undefined, {}],
    ['number_input', undefined, {}],
    ['date_input', '', {}],
    ['select', '', {}],
    ['radio', undefined, {}],
    ['checkbox', false, {}],
    ['time_input', '', {}],
    ['password_input', ' ', {}],
    ['checkboxes', [], {}],
    ['multiple_select', undefined, {}],
    ['tags_input', [], {}],
    ['collection', [], { minItems: 0 }],
    ['table', [], { minItems: 0 }],
    ['file_input', { id: 'a'.repeat(24) }, {}],
    ['multiple_file_input', [], {}],
    ['checkbox', undefined, { presentation: 'yes_no' }],
  ])('reports type %s as missing with %j', (type, value, config) => {
    expect(problemsOf([requiredField(type, config)], { it: value })).toEqual(missing);
  });

  it.each([
    ['text_input', 'a', {}],
    ['number_input', 0, {}],
    ['checkbox', true, {}],
    ['checkbox', true, { presentation: 'yes_no' }],
    ['checkbox', false, { presentation: 'yes_no' }],
    ['time_input', '10:00', {}],
    ['tags_input', ['a'], {}],
  ])('accepts type %s with %j', (type, value, config) => {
    expect(problemsOf([requiredField(type, config)], { it: value })).toEqual([]);
  });

  it('uses the key as name if there is no label', () => {
    expect(problemsOf([widget('text_input', 'it', { required: true })], {})).toEqual([
      '/it Missing required field: it',
    ]);
  });

  it.each(['disabled', 'hidden'])('does not require a %s field, nor a field in such a container', (flag) => {
    expect(problemsOf([requiredField('text_input', { [flag]: true })], {})).toEqual([]);
    expect(problemsOf([container([requiredField('text_input')], { [flag]: true })], {})).toEqual([]);
  });

  it('reports only the missing value and skips the validation script', () => {
    const script = { label: 'The field', validationScript: 'reject this because "never"' };
    expect(problemsOf([widget('text_input', 'it', { required: true }, script)], {})).toEqual(missing);
  });
});

describe('check of a number', () => {
  it('rejects text that is no number, and scripts read it as nothing', () => {
    const form = [
      widget('number_input', 'a', {}, { validationScript: 'if $a { reject $a because "Read" }' }),
      collection('lines', [widget('number_input', 'n', { required: true })]),
      widget('number_input', 'sum', {}, { validationScript: 'each $line of $lines { if $line.n { reject $sum } }' }),
    ];
    expect(problemsOf(form, { a: 'abc', sum: 1, lines: [{ n: 'many' }] })).toEqual([
      '/a Must be a number',
      '/lines/0/n Must be a number',
    ]);
  });
});

describe('check of a choice', () => {
  it('rejects a value that is no option', () => {
    const select = widget('select', 'it', { options: [{ value: 'a' }] });
    expect(problemsOf([select], { it: 'b' })).toEqual(['/it Choose one of the options']);
    expect(problemsOf([select], { it: 'a' })).toEqual([]);
  });

  it.each(['checkboxes', 'multiple_select'])(
    'check of a choice of type %s rejects each value that is no option, by name',
    (type) => {
      const several = widget(type, 'it', { options: [{ value: 'a' }] });
      expect(problemsOf([several], { it: ['a', 'b', 'c'] })).toEqual([
        '/it Choose from the options: b, c is not one of them',
      ]);
      expect(problemsOf([several], { it: ['a'] })).toEqual([]);
    },
  );
});

describe('check with a validation script', () => {
  const text = (validationScript: string) => widget('text_input', 'it', {}, { validationScript });

  it('reports a rejection at the path of its subject, else at the widget', () => {
    const scripts = [
      text('if $other != "x" { reject $other because "Other is wrong" }'),
      widget('text_input', 'other', {}, { validationScript: 'if this:length > 2 { reject "Too long" }' }),
    ];
    expect(problemsOf(scripts, { it: 'a', other: 'yyy' })).toEqual(['/other Other is wrong', '/other Too long']);
  });

  it('includes the stored value, also for a date', () => {
    const date = widget('date_input', 'it', {}, { validationScript: 'reject $it because "No"' });
    expect(check(formOf(date), { it: '2024-01-02' }, testContext())).toEqual([
      { path: '/it', value: '2024-01-02', message: 'No' },
    ]);
  });

  it('keeps the order of rejections in the script', () => {
    const script = 'validate { reject $it because "One" reject $it because "Two" }';
    expect(problemsOf([text(script)], { it: 'a' })).toEqual(['/it One', '/it Two']);
  });

  it('on the root widget reports problems of the whole form', () => {
    const root = container([widget('number_input', 'a')], {}, { validationScript: 'if $a > 1 { reject "Too much" }' });
    const problems = check(readForm({ version: 1, root }), { a: 2 }, testContext());
    expect(problems).toEqual([{ path: '', value: null, message: 'Too much' }]);
  });

  it("in a row resolves names in the row first, then outside, and knows the row's index", () => {
    const rows = collection('lines', [
      widget(
        'number_input',
        'n',
        {},
        { validationScript: 'if $n > $limit { reject $n because "Row " + (index + 1) }' },
      ),
      widget('number_input', 'limit'),
    ]);
    const form = [widget('number_input', 'limit'), rows];
    const lines = [
      { _id: 'a', n: 3, limit: 5 },
      { _id: 'b', n: 3, limit: 1 },
      { _id: 'c', n: 3 },
    ];
    // In the third row `limit` is nothing; it still shadows the form's `limit`.
    expect(problemsOf(form, { limit: 1, lines })).toEqual(['/lines/1/n Row 2']);
  });

  it('on a list reads all its rows and can reject one of them', () => {
    const script = 'each $line of $lines { if $line.n == 7 { reject $line.n because "Seven" } }';
    const list = collection('lines', [widget('number_input', 'n')], {}, { validationScript: script });
    expect(problemsOf([list], { lines: [{ n: 1 }, { n: 7 }] })).toEqual(['/lines/1/n Seven']);
  });

  it('reads client, user, channel and order, unless the form has such a key', () => {
    const script = text('if $client.name == "Acme" { reject "Not for Acme" }');
    expect(problemsOf([script], { it: 'a' }, { client: { name: 'Acme' } })).toEqual(['/it Not for Acme']);
    expect(problemsOf([script, widget('text_input', 'client')], { it: 'a' }, { client: { name: 'Acme' } })).toEqual([]);
  });

  it("check with a validation script that fails reports a problem at its widget with the script's name", () => {
    expect(problemsOf([widget('text_input', 'it', {}, { label: 'It', validationScript: 'if' })], { it: 'a' })).toEqual([
      expect.stringMatching(/^\/it The validation script of It failed: /),
    ]);
  });
});

describe('check of a hidden field', () => {
  const withCondition = (conditionalScript: string) => ({
    conditionalScript,
    validationScript: 'reject this because "Wrong"',
  });

  it('check of a hidden field neither requires nor validates it, nor the fields inside it', () => {
    const inner = widget('text_input', 'inner', { required: true });
    const group = container([inner], {}, { conditionalScript: '$on' });
    const form = [
      widget('checkbox', 'on'),
      widget('text_input', 'it', { required: true }, withCondition('$on')),
      group,
    ];
    expect(problemsOf(form, { on: false })).toEqual([]);
    expect(problemsOf(form, { on: true })).toEqual([
      '/it Missing required field: it',
      '/inner Missing required field: inner',
    ]);
  });

  it('lets scripts read it as nothing', () => {
    const form = [
      widget('checkbox', 'on'),
      widget('number_input', 'a', {}, { conditionalScript: '$on' }),
      widget('number_input', 'b', {}, { validationScript: 'if $a == 5 { reject $b because "Five" }' }),
      widget('text_input', 'c', { required: true }, { conditionalScript: '$a == 5' }),
    ];
    expect(problemsOf(form, { on: true, a: 5 })).toEqual(['/b Five', '/c Missing required field: c']);
    expect(problemsOf(form, { on: false, a: 5 })).toEqual([]);
  });

  it('shows it if its conditional script fails, and reports that', () => {
    const form = [widget('text_input', 'it', { required: true }, { label: 'It', conditionalScript: '(' })];
    expect(problemsOf(form, { it: 'a' })).toEqual([
      expect.stringMatching(/^\/it The conditional script of It failed: /),
    ]);
  });
});

describe('check of a list', () => {
  it('rejects fewer rows than minItems', () => {
    expect(problemsOf([collection('lines', [], { minItems: 2 })], { lines: [{}] })).toEqual([
      '/lines At least 2 rows are needed',
    ]);
  });
});

describe('check of a file', () => {
  it('rejects each file that was never uploaded, by name', () => {
    const [uploaded, other] = [{ id: 'a'.repeat(24), name: 'a.txt', mimeType: 'text/plain' }, { name: 'b.txt' }];
    const fields = [widget('file_input', 'one'), widget('multiple_file_input', 'more')];
    expect(problemsOf(fields, { one: uploaded, more: [uploaded] })).toEqual([]);
    expect(problemsOf(fields, { one: other, more: [uploaded, other] })).toEqual([
      '/one This file was not uploaded: choose it again',
      '/more The file b.txt was not uploaded: choose it again',
    ]);
  });
});

it('validation scripts see the status that is validated for, conditional scripts the current one', () => {
  const order = { status: 'DRAFT' };
  const context = { order, checkedOrder: { status: 'PENDING' } };
  const script = {
    validationScript: 'reject this because $order.status',
    conditionalScript: '$order.status == "DRAFT"',
  };
  expect(problemsOf([widget('text_input', 'it', {}, script)], { it: 'x' }, context)).toEqual(['/it PENDING']);
  expect(problemsOf([widget('text_input', 'it', {}, script)], { it: 'x' }, { order })).toEqual(['/it DRAFT']);
});
