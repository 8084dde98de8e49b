import { describe, expect, it } from 'vitest';
import { collection, container, contextOf, formOf, widget } from '#tests/forms/written.ts';
import { check } from './check.ts';
import type { FormContext } from './form.ts';
import { readForm } from './read-form.ts';

/** The problems of data, each as 'path message'. */
function refusals(widgets: unknown[], data: Record<string, unknown>, context: Partial<FormContext> = {}): string[] {
  const problems = check(formOf(...widgets), data, contextOf(context));
  return problems.map(({ path, message }) => `${path} ${message}`);
}

describe('a required field', () => {
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
  ])('of type %s is missing with %j', (type, value, config) => {
    expect(refusals([requiredField(type, config)], { it: value })).toEqual(missing);
  });

  it.each([
    ['text_input', 'a', {}],
    ['number_input', 0, {}],
    ['checkbox', true, {}],
    ['checkbox', true, { presentation: 'yes_no' }],
    ['checkbox', false, { presentation: 'yes_no' }],
    ['time_input', '10:00', {}],
    ['tags_input', ['a'], {}],
  ])('of type %s is there with %j', (type, value, config) => {
    expect(refusals([requiredField(type, config)], { it: value })).toEqual([]);
  });

  it('is named by its key when it has no label', () => {
    expect(refusals([widget('text_input', 'it', { required: true })], {})).toEqual(['/it Missing required field: it']);
  });

  it.each(['disabled', 'hidden'])('that is %s is not missed, nor in a container that is', (flag) => {
    expect(refusals([requiredField('text_input', { [flag]: true })], {})).toEqual([]);
    expect(refusals([container([requiredField('text_input')], { [flag]: true })], {})).toEqual([]);
  });

  it('that is missing is one problem: its validation script is not run', () => {
    const script = { label: 'The field', validationScript: 'reject this because "never"' };
    expect(refusals([widget('text_input', 'it', { required: true }, script)], {})).toEqual(missing);
  });
});

describe('a number', () => {
  it('that is none is refused as that, and scripts read it as nothing', () => {
    const form = [
      widget('number_input', 'a', {}, { validationScript: 'if $a { reject $a because "Read" }' }),
      collection('lines', [widget('number_input', 'n', { required: true })]),
      widget('number_input', 'sum', {}, { validationScript: 'each $line of $lines { if $line.n { reject $sum } }' }),
    ];
    expect(refusals(form, { a: 'abc', sum: 1, lines: [{ n: 'many' }] })).toEqual([
      '/a Must be a number',
      '/lines/0/n Must be a number',
    ]);
  });
});

describe('a choice', () => {
  it('among no option is refused', () => {
    const select = widget('select', 'it', { options: [{ value: 'a' }] });
    expect(refusals([select], { it: 'b' })).toEqual(['/it Choose one of the options']);
    expect(refusals([select], { it: 'a' })).toEqual([]);
  });

  it.each(['checkboxes', 'multiple_select'])('of %s is refused for each that is no option, by name', (type) => {
    const several = widget(type, 'it', { options: [{ value: 'a' }] });
    expect(refusals([several], { it: ['a', 'b', 'c'] })).toEqual(['/it Choose among the options: b, c is not offered']);
    expect(refusals([several], { it: ['a'] })).toEqual([]);
  });
});

describe('a validation script', () => {
  const text = (validationScript: string) => widget('text_input', 'it', {}, { validationScript });

  it('refuses at the path of its subject, else at its widget', () => {
    const scripts = [
      text('if $other != "x" { reject $other because "Other is wrong" }'),
      widget('text_input', 'other', {}, { validationScript: 'if this:length > 2 { reject "Too long" }' }),
    ];
    expect(refusals(scripts, { it: 'a', other: 'yyy' })).toEqual(['/other Other is wrong', '/other Too long']);
  });

  it('says the stored value, also of a date', () => {
    const date = widget('date_input', 'it', {}, { validationScript: 'reject $it because "No"' });
    expect(check(formOf(date), { it: '2024-01-02' }, contextOf())).toEqual([
      { path: '/it', value: '2024-01-02', message: 'No' },
    ]);
  });

  it('keeps the order in which it was written', () => {
    const script = 'validate { reject $it because "One" reject $it because "Two" }';
    expect(refusals([text(script)], { it: 'a' })).toEqual(['/it One', '/it Two']);
  });

  it('of the root speaks for the whole form', () => {
    const root = container([widget('number_input', 'a')], {}, { validationScript: 'if $a > 1 { reject "Too much" }' });
    const problems = check(readForm({ version: 1, root }), { a: 2 }, contextOf());
    expect(problems).toEqual([{ path: '', value: null, message: 'Too much' }]);
  });

  it('in a row sees its own row first, then what is around it, and its number', () => {
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
    // The third row's own limit is nothing; the form's limit is not read in its place.
    expect(refusals(form, { limit: 1, lines })).toEqual(['/lines/1/n Row 2']);
  });

  it('of a list reads all its rows and refuses in one of them', () => {
    const script = 'each $line of $lines { if $line.n == 7 { reject $line.n because "Seven" } }';
    const list = collection('lines', [widget('number_input', 'n')], {}, { validationScript: script });
    expect(refusals([list], { lines: [{ n: 1 }, { n: 7 }] })).toEqual(['/lines/1/n Seven']);
  });

  it('reads the client, user, channel and order, unless the form has such a key', () => {
    const script = text('if $client.name == "Acme" { reject "Not for Acme" }');
    expect(refusals([script], { it: 'a' }, { client: { name: 'Acme' } })).toEqual(['/it Not for Acme']);
    expect(refusals([script, widget('text_input', 'client')], { it: 'a' }, { client: { name: 'Acme' } })).toEqual([]);
  });

  it('that cannot run is one more problem at its widget and names the script', () => {
    expect(refusals([widget('text_input', 'it', {}, { label: 'It', validationScript: 'if' })], { it: 'a' })).toEqual([
      expect.stringMatching(/^\/it The validation script of It failed: /),
    ]);
  });
});

describe('what a conditional script hides', () => {
  const shown = (conditionalScript: string) => ({ conditionalScript, validationScript: 'reject this because "Wrong"' });

  it('is neither required nor checked, nor is what stands in it', () => {
    const inner = widget('text_input', 'inner', { required: true });
    const group = container([inner], {}, { conditionalScript: '$on' });
    const form = [widget('checkbox', 'on'), widget('text_input', 'it', { required: true }, shown('$on')), group];
    expect(refusals(form, { on: false })).toEqual([]);
    expect(refusals(form, { on: true })).toEqual([
      '/it Missing required field: it',
      '/inner Missing required field: inner',
    ]);
  });

  it('reads as nothing in every script', () => {
    const form = [
      widget('checkbox', 'on'),
      widget('number_input', 'a', {}, { conditionalScript: '$on' }),
      widget('number_input', 'b', {}, { validationScript: 'if $a == 5 { reject $b because "Five" }' }),
      widget('text_input', 'c', { required: true }, { conditionalScript: '$a == 5' }),
    ];
    expect(refusals(form, { on: true, a: 5 })).toEqual(['/b Five', '/c Missing required field: c']);
    expect(refusals(form, { on: false, a: 5 })).toEqual([]);
  });

  it('is shown when its script cannot run, and says so', () => {
    const form = [widget('text_input', 'it', { required: true }, { label: 'It', conditionalScript: '(' })];
    expect(refusals(form, { it: 'a' })).toEqual([expect.stringMatching(/^\/it The conditional script of It failed: /)]);
  });
});

describe('a list', () => {
  it('of a submitted order that lost rows is refused below its least number', () => {
    expect(refusals([collection('lines', [], { minItems: 2 })], { lines: [{}] })).toEqual([
      '/lines At least 2 rows are needed',
    ]);
  });
});

describe('a file', () => {
  it('that was never uploaded is refused, each by its name', () => {
    const [uploaded, other] = [{ id: 'a'.repeat(24), name: 'a.txt', mimeType: 'text/plain' }, { name: 'b.txt' }];
    const fields = [widget('file_input', 'one'), widget('multiple_file_input', 'more')];
    expect(refusals(fields, { one: uploaded, more: [uploaded] })).toEqual([]);
    expect(refusals(fields, { one: other, more: [uploaded, other] })).toEqual([
      '/one This file was not uploaded: choose it again',
      '/more The file b.txt was not uploaded: choose it again',
    ]);
  });
});

it('validation scripts see the order that the check is for, conditional scripts the order as it is', () => {
  const order = { status: 'DRAFT' };
  const context = { order, checkedOrder: { status: 'PENDING' } };
  const script = {
    validationScript: 'reject this because $order.status',
    conditionalScript: '$order.status == "DRAFT"',
  };
  expect(refusals([widget('text_input', 'it', {}, script)], { it: 'x' }, context)).toEqual(['/it PENDING']);
  expect(refusals([widget('text_input', 'it', {}, script)], { it: 'x' }, { order })).toEqual(['/it DRAFT']);
});
