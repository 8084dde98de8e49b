import { describe, expect, it } from 'vitest';
import { isRecord } from '../../forms/is-record.ts';
import type { JsonMap } from '../../generated/types.ts';
import { fromFormio } from './formio/formio.ts';
import type { ImportResult } from './imported.ts';
import { fromJsonSchema } from './jsonschema/json-schema.ts';
import { fromSurveyJs } from './surveyjs/surveyjs.ts';

// Nothing of a file is lost silently: if a property is deleted from it, the result is another one, or the property was
// listed.

const survey: JsonMap = {
  ...{ title: 'Campaign', description: 'A plan for {client}', locale: 'de', showProgressBar: true },
  ...{
    clearInvisibleValues: 'none',
    logo: 'logo.png',
    completedHtml: '<b>Thanks</b>',
    questionsOnPageMode: 'inputPerPage',
  },
  triggers: [{ type: 'complete', expression: '{a} = 1' }],
  calculatedValues: [{ name: 'x', expression: '1 + 1' }],
  pages: [
    {
      ...{
        name: 'page1',
        title: { default: 'Client', de: 'Kunde' },
        visibleIf: '{agreed} = true',
        navigationTitle: 'One',
      },
      elements: [
        {
          ...{ type: 'text', name: 'company', title: 'Company of {client}', isRequired: true, maxLength: 80 },
          ...{
            description: 'As registered',
            placeholder: 'Ann',
            requiredErrorText: 'Please',
            autocomplete: 'organization',
          },
          ...{ enableIf: '{agreed} = true', minWidth: '100px', hideNumber: true },
          validators: [
            { type: 'text', minLength: 2, maxLength: 70, text: 'Between 2 and 70' },
            { type: 'regex', regex: '^[A-Z]', text: 'Begin with a capital letter' },
            { type: 'expression', expression: '{budget} > 5', text: 'Too cheap' },
          ],
        },
        {
          ...{
            type: 'text',
            name: 'budget',
            inputType: 'number',
            startWithNewLine: false,
            min: 1,
            max: 9,
            step: 2,
            defaultValue: 3,
          },
          validators: [{ type: 'numeric', minValue: 2, maxValue: 8, text: 'From 2 to 8' }],
        },
        { type: 'text', name: 'mail', inputType: 'email', requiredIf: '{budget} > 2', readOnly: true, visible: false },
      ],
    },
    {
      name: 'page2',
      elements: [
        {
          ...{ type: 'checkbox', name: 'media', colCount: 3, minSelectedChoices: 1, maxSelectedChoices: 2 },
          ...{ showSelectAllItem: true, choicesOrder: 'random', choicesVisibleIf: '{item} > 1' },
          choices: [
            { value: 'radio', text: { default: 'Radio', de: 'Funk' }, visibleIf: '{budget} > 2' },
            { value: 'tv', text: 'TV', enableIf: '{budget} > 3', isExclusive: true },
          ],
        },
        { type: 'boolean', name: 'agreed', labelTrue: 'Sure', valueTrue: 'yes', valueFalse: 'no' },
        { type: 'rating', name: 'stars', rateMin: 2, rateMax: 7, minRateDescription: 'Bad', displayMode: 'buttons' },
        {
          ...{ type: 'radiogroup', name: 'place', choices: ['town'], showOtherItem: true, otherText: 'Elsewhere' },
          ...{ showCommentArea: true, commentText: 'Why?', showDontKnowItem: true },
        },
        {
          ...{ type: 'matrixdynamic', name: 'stops', detailPanelMode: 'underRow', minRowCount: 1, maxRowCount: 9 },
          ...{ columns: [{ name: 'town', cellType: 'text' }], detailElements: [{ type: 'text', name: 'why' }] },
        },
        { type: 'text', name: 'first', inputType: 'date', min: '2026-01-01', maxValueExpression: '{last}' },
        { type: 'text', name: 'last', inputType: 'date', defaultValueExpression: '{first}' },
        { type: 'expression', name: 'total', expression: '{budget} * 2', displayStyle: 'currency' },
        { type: 'html', name: 'note', html: '<b>Hello {company}</b>' },
        {
          ...{ type: 'panel', name: 'box', title: 'Box', description: 'In it', state: 'collapsed' },
          elements: [{ type: 'comment', name: 'notes', rows: 4, maxLength: 100, autoGrow: true, allowResize: false }],
        },
        {
          ...{ type: 'paneldynamic', name: 'spots', minPanelCount: 1, maxPanelCount: 5, panelCount: 2 },
          ...{ templateTitle: 'Spot', keyName: 'station', isRequired: true },
          templateElements: [{ type: 'text', name: 'station' }],
        },
        {
          ...{ type: 'matrixdynamic', name: 'lines', allowAddRows: false },
          ...{ allowRemoveRows: false, cellType: 'text', addRowText: 'More', rowCount: 1 },
          columns: [
            { name: 'code', cellType: 'number', title: 'Code', totalType: 'sum' },
            { name: 'kind', isUnique: true },
          ],
        },
        {
          ...{ type: 'matrix', name: 'opinion', isAllRowRequired: true },
          ...{
            columns: ['good', { value: 'bad', text: 'Bad' }],
            rows: ['price', { value: 'service', text: 'Its service' }],
          },
        },
        { type: 'multipletext', name: 'contact', items: [{ name: 'colour', title: 'Favourite', inputType: 'color' }] },
        { type: 'file', name: 'files', allowMultiple: true, maxSize: 1000, acceptedTypes: 'image/*' },
        { type: 'imagepicker', name: 'picture', choices: [{ value: 'a', imageLink: 'a.png' }], multiSelect: true },
      ],
    },
  ],
};

const formio: JsonMap = {
  ...{ title: 'Order', display: 'wizard', settings: { pdf: true }, controller: 'x = 1' },
  components: [
    {
      ...{ type: 'panel', key: 'client', title: 'The client', collapsible: true, breadcrumb: 'condensed' },
      components: [
        {
          ...{
            type: 'textfield',
            key: 'company',
            label: 'Company of {{ data.client }}',
            placeholder: 'Ann',
            prefix: '#',
          },
          ...{
            tooltip: 'As registered',
            description: 'The whole name',
            suffix: 'Ltd',
            clearOnHide: false,
            persistent: false,
          },
          ...{ disabled: true, hidden: true, case: 'uppercase', inputMask: '999', defaultValue: 'x' },
          ...{ calculateValue: 'value = 1', customConditional: 'show = true', logic: [{ name: 'x' }], unique: true },
          conditional: { show: true, when: 'budget', eq: '5' },
          validate: {
            ...{
              required: true,
              minLength: 2,
              maxLength: 9,
              pattern: '[a-z]+',
              custom: 'valid = true',
              json: { a: 1 },
            },
            ...{ customMessage: 'No', minWords: 2 },
          },
        },
        {
          ...{ type: 'number', key: 'budget', label: 'The Budget', suffix: 'USD', decimalLimit: 2, delimiter: true },
          validate: { min: 1, max: 9, step: 2, customMessage: 'No' },
        },
      ],
    },
    {
      ...{ type: 'selectboxes', key: 'kinds', label: 'The Kinds', inline: true },
      values: [
        { value: 'radio', label: 'Radio', shortcut: 'R' },
        { value: 'tv', label: 'TV' },
      ],
      defaultValue: { radio: true },
      validate: { minSelectedCount: 1, maxSelectedCount: 2, onlyAvailableItems: true },
    },
    {
      ...{ type: 'select', key: 'kind', label: 'The Kind', multiple: true, dataSrc: 'url', valueProperty: 'id' },
      data: { values: [{ value: 'a', label: 'A' }], url: 'https://example.com' },
      conditional: {
        show: false,
        conjunction: 'any',
        conditions: [{ component: 'kinds', operator: 'isNotEqual', value: 'tv' }],
      },
    },
    {
      ...{ type: 'radio', key: 'fresh', label: 'The Fresh', inline: true, optionsLabelPosition: 'left' },
      values: [
        { value: 'new', label: 'New' },
        { value: 'old', label: 'Old' },
      ],
    },
    {
      type: 'datetime',
      key: 'start',
      label: 'The Start',
      enableTime: false,
      format: 'yyyy',
      datePicker: { minDate: '2026-01-01' },
    },
    {
      ...{ type: 'datagrid', key: 'lines', label: 'The Lines', addAnother: 'More', reorder: true, initEmpty: true },
      validate: { required: true, maxLength: 4 },
      components: [{ type: 'checkbox', key: 'done', label: 'The Done', tooltip: 'Is it?' }],
    },
    { type: 'content', key: 'text', html: '<b>{{ data.company }}</b>' },
    { type: 'signature', key: 'sign', label: 'Sign here' },
    {
      type: 'columns',
      key: 'columns',
      columns: [{ width: 8, components: [{ type: 'email', key: 'mail', label: 'The Mail' }] }],
    },
  ],
};

const jsonSchema: JsonMap = {
  schema: {
    ...{ title: 'Campaign', description: 'A plan', type: 'object', required: ['agreed'], maxProperties: 9 },
    properties: {
      company: {
        ...{ type: 'string', title: 'The company', minLength: 2, maxLength: 9, pattern: '^[A-Z]' },
        examples: ['A'],
      },
      mail: {
        ...{ type: 'string', format: 'email', description: 'Of {company}', default: 'a@example.com' },
        readOnly: true,
      },
      budget: { ...{ type: 'number', minimum: 10, exclusiveMaximum: 90, multipleOf: 5 }, $comment: 'In dollars' },
      kind: { type: 'string', enum: ['a', 'b'], enumNames: ['First', 'Second'] },
      agreed: { type: 'boolean', title: 'Do you agree?' },
      media: {
        type: 'array',
        uniqueItems: true,
        minItems: 1,
        maxItems: 2,
        items: { type: 'string', enum: ['radio', 'tv'] },
      },
      lines: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['price'], properties: { price: { type: 'number' } } },
      },
      address: { type: 'object', properties: { city: { type: 'string' } }, minProperties: 1 },
    },
    dependentRequired: { company: ['mail'] },
    dependencies: { kind: { properties: { more: { type: 'string' } }, required: ['more'] } },
  },
  uiSchema: {
    ...{ 'ui:order': ['kind', '*'], 'ui:submitButtonOptions': { norender: true } },
    company: { 'ui:placeholder': 'Ann', 'ui:help': 'As registered', 'ui:autofocus': true },
    kind: { 'ui:widget': 'radio', 'ui:options': { inline: true }, 'ui:label': false },
    address: { city: { 'ui:widget': 'textarea' } },
  },
};

/** Names of parts that hold no value, which nothing shows. */
const identifiers: Readonly<Record<string, string[]>> = {
  SurveyJS: ['pages/0/name', 'pages/1/name', 'pages/1/elements/8/name', 'pages/1/elements/9/name'],
  'Form.io': ['components/0/key', 'components/6/key', 'components/8/key'],
  // The type follows from the other keywords.
  'JSON Schema': [
    'schema',
    'schema/properties/kind',
    'schema/properties/media',
    'schema/properties/media/items',
    'schema/properties/lines',
    'schema/properties/lines/items',
    'schema/properties/address',
  ].map((each) => `${each}/type`),
};

function* propertiesOf(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (isRecord(value)) yield [...path, key];
    yield* propertiesOf(inner, [...path, key]);
  }
}

function without(form: JsonMap, path: string[]): JsonMap {
  const copy = structuredClone(form);
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  Reflect.deleteProperty(Object(parent), path.at(-1) ?? '');
  return copy;
}

/** The form, its name and what is listed. */
function resultOf(imported: ImportResult): string {
  return JSON.stringify({ ...imported, imported: [] });
}

const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return `id${count}`;
  };
};

describe.each([
  ['SurveyJS', fromSurveyJs, survey],
  ['Form.io', fromFormio, formio],
  ['JSON Schema', fromJsonSchema, jsonSchema],
] as const)('an import from %s', (name, convert, form) => {
  it('uses or lists each property of a file', () => {
    const whole = convert(form, counter());
    const listed = whole.notImported.map(({ path }) => path);
    const changed = whole.changed.map(({ path }) => path);
    const lost = [...propertiesOf(form)].filter((path) => {
      const place = `/${path.join('/')}`;
      const isListed = listed.some(
        (each) => place === each || place.startsWith(`${each}/`) || each.startsWith(`${place}/`),
      );
      if (isListed || changed.includes(place)) return false;
      return resultOf(convert(without(form, path), counter())) === resultOf(whole);
    });
    const silent = lost.map((path) => path.join('/')).filter((path) => !identifiers[name]?.includes(path));
    expect(silent).toEqual([]);
  });
});
