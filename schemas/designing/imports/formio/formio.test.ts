import { describe, expect, it } from 'vitest';
import { checkFormSchema } from '../../../forms/check-form-schema.ts';
import { idOf } from '../../example-design.ts';
import { importForTest } from '../imported.ts';
import { fromFormio } from './formio.ts';

const importForm = (...components: object[]) => importForTest(fromFormio({ components }, idOf));

describe('fromFormio', () => {
  it('imports panels, columns, types, labels, options, limits and defaults', () => {
    const { fields, formSchema, notImported, about } = importForTest(
      fromFormio(
        {
          ...{ title: 'Order', display: 'form', type: 'form', name: 'order', path: 'order' },
          components: [
            {
              ...{ type: 'panel', key: 'client', title: 'Client', label: 'Panel', input: false },
              components: [
                {
                  ...{ type: 'textfield', key: 'company', label: 'Company', input: true, tableView: true },
                  validate: { required: true, minLength: 3, maxLength: 80, custom: '', pattern: '' },
                  conditional: { show: null, when: null, eq: '' },
                  tooltip: 'As registered',
                },
                {
                  ...{ type: 'columns', key: 'columns' },
                  columns: [
                    {
                      width: 8,
                      components: [
                        {
                          type: 'number',
                          key: 'budget',
                          label: 'Budget',
                          suffix: 'USD',
                          validate: { min: 100, max: 5000 },
                          defaultValue: 250,
                        },
                      ],
                    },
                    { width: 4, components: [{ type: 'datetime', key: 'start', label: 'Start', enableTime: false }] },
                  ],
                },
              ],
            },
            {
              type: 'selectboxes',
              key: 'kinds',
              label: 'Kinds',
              values: [
                { value: 'radio', label: 'Radio' },
                { value: 'tv', label: 'TV' },
              ],
              defaultValue: { radio: false, tv: true },
            },
            {
              type: 'select',
              key: 'kind',
              label: 'Kind',
              dataSrc: 'values',
              data: { values: [{ value: 'a', label: 'A' }], url: '' },
            },
            {
              type: 'datagrid',
              key: 'lines',
              label: 'Lines',
              validate: { required: true },
              components: [{ type: 'checkbox', key: 'done', label: 'Done' }],
            },
            {
              type: 'editgrid',
              key: 'spots',
              label: 'Spots',
              components: [{ type: 'textarea', key: 'note', label: 'Note' }],
            },
          ],
        },
        idOf,
      ),
    );
    expect(checkFormSchema(formSchema)).toEqual([]);
    expect(notImported).toEqual([]);
    expect(about).toEqual({ name: 'Order' });
    expect(fields).toMatchObject({
      company: {
        type: 'text_input',
        meta: { label: 'Company' },
        config: { required: true, minLength: 3, maxLength: 80, tooltip: { content: 'As registered' } },
      },
      budget: {
        type: 'number_input',
        config: { minValueScript: '100', maxValueScript: '5000', floatingSuffix: 'USD', initialValue: { value: 250 } },
      },
      start: { type: 'date_input' },
      kinds: {
        type: 'checkboxes',
        config: {
          options: [
            { value: 'radio', label: 'Radio' },
            { value: 'tv', label: 'TV' },
          ],
          initialValue: { value: ['tv'] },
        },
      },
      kind: { type: 'select', config: { options: [{ value: 'a', label: 'A' }] } },
      lines: { type: 'table', config: { minItems: 1 } },
      done: { type: 'checkbox' },
      spots: { type: 'collection' },
      note: { config: { textArea: true } },
    });
  });

  const others = [
    { type: 'radio', key: 'kind', label: 'Kind', values: [{ value: 'a', label: 'A' }] },
    { type: 'number', key: 'count', label: 'Count' },
    { type: 'checkbox', key: 'agreed', label: 'Agreed' },
    {
      ...{ type: 'radio', key: 'is_new', label: 'New?', inline: true },
      values: [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ],
    },
  ];

  it('imports fields as unanswered, and a choice of Yes and No as a yes/no question', () => {
    const { fields, notImported } = importForm(...others);
    expect(notImported).toEqual([]);
    for (const field of Object.values(fields)) expect(field).toMatchObject({ config: { emptyUntilAnswered: true } });
    expect(fields.is_new).toMatchObject({ type: 'checkbox', config: { presentation: 'yes_no' } });
    expect(fields.agreed).not.toHaveProperty('config.presentation');
    expect(fields.kind).toMatchObject({ type: 'radio' });
  });

  it.each([
    [{ show: true, when: 'kind', eq: 'a' }, '($kind == "a")'],
    [{ show: 'false', when: 'agreed', eq: 'true' }, '(not ($agreed == true))'],
    [
      {
        show: true,
        conjunction: 'any',
        conditions: [
          { component: 'count', operator: 'greaterThan', value: '5' },
          { component: 'kind', operator: 'isNotEmpty' },
        ],
      },
      '(($count > 5) or (not (!$kind)))',
    ],
    [{ show: true, when: 'agreed', eq: 'false' }, '(not $agreed)'],
    [{ show: true, when: 'is_new', eq: 'false' }, '($is_new == false)'],
  ])('translates the simple condition %o', (conditional, script) => {
    const { fields, notImported } = importForm(...others, {
      type: 'textfield',
      key: 'follow_up',
      label: 'Follow-up',
      conditional,
    });
    expect(notImported).toEqual([]);
    expect(fields.follow_up).toMatchObject({ meta: { conditionalScript: script } });
  });

  it('resolves a field in the same row by the name of its list', () => {
    const { fields, notImported } = importForm({
      ...{ type: 'editgrid', key: 'grid', label: 'Grid' },
      components: [
        { type: 'checkbox', key: 'more', label: 'More' },
        { type: 'textfield', key: 'what', label: 'What', conditional: { show: true, when: 'grid.more', eq: 'true' } },
      ],
    });
    expect(notImported).toEqual([]);
    expect(fields.what).toMatchObject({ meta: { conditionalScript: '($more == true)' } });
  });

  it('reports everything without a counterpart, such as scripts, with its path', () => {
    const { fields, notImported } = importForm(
      {
        ...{ type: 'textfield', key: 'total', label: 'Total', placeholder: '0' },
        ...{ calculateValue: 'value = data.a * 2', customDefaultValue: 'value = 1', customConditional: 'show = true' },
        logic: [{ name: 'x' }],
        validate: { custom: 'valid = false', pattern: '(?=[a-z])' },
      },
      { type: 'signature', key: 'sign' },
      { type: 'button', key: 'submit', label: 'Submit' },
      { type: 'select', key: 'far', label: 'Far', dataSrc: 'url', data: { url: 'https://example.com' } },
    );
    expect(Object.keys(fields)).toEqual(['total', 'far']);
    expect(fields.total).not.toHaveProperty('meta.validationScript');
    expect(fields.total).toMatchObject({ config: { placeholder: '0' } });
    expect(notImported.map(({ path }) => path).toSorted()).toEqual([
      '/components/0/calculateValue',
      '/components/0/customConditional',
      '/components/0/customDefaultValue',
      '/components/0/logic',
      '/components/0/validate/custom',
      '/components/0/validate/pattern',
      '/components/1',
      '/components/3/data/url',
      '/components/3/dataSrc',
    ]);
  });
});
