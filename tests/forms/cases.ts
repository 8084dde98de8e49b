import { collection, container, schemaOf, widget } from './form-builders.ts';
import type { FormCase } from './form-case.ts';
import { unansweredCases } from './unanswered-cases.ts';
import { widgetCases } from './widget-cases.ts';

const markets = { options: [{ value: 'austin', label: 'Austin' }, { value: 'boston' }] };
const spots = collection(
  'spots',
  [
    widget('text_input', 'title', { required: true }, 'Title'),
    widget(
      'number_input',
      'count',
      { minValue: 0, maxValue: 50, precision: 0 },
      {
        label: 'Count',
        validationScript:
          'if $count * $price > $budget { reject $count because "Spot " + (index + 1) + " costs " + ($count * $price):money }',
      },
    ),
    widget('number_input', 'cost', { readonly: true, initialValue: { value: '$count * $price' } }),
  ],
  { minItems: 1, maxItems: 3 },
  {
    label: 'Spot',
    validationScript:
      'let $sum = 0 each $spot of $spots { $sum += $spot.cost } if $sum > $budget { reject $spots because "Together " + $sum:thousands }',
  },
);
const campaign = schemaOf(
  widget('number_input', 'budget', { minValue: 100 }, 'Budget'),
  widget('number_input', 'price', {}, 'Price'),
  widget('select', 'market', markets, 'Market'),
  widget(
    'date_input',
    'start',
    { required: true },
    {
      label: 'Start',
      validationScript: 'if $start < 30 days ago { reject $start because "Starts too long ago: " + $start:year }',
    },
  ),
  widget('text_input', 'why', { required: true }, { label: 'Why Boston?', conditionalScript: '$market == "boston"' }),
  container(
    [widget('text_input', 'street', { required: true }, 'Street')],
    {},
    {
      key: 'address',
      conditionalScript: '$client.name includes "Ltd" or $why:length > 3',
    },
  ),
  spots,
);

/** The table of form engine cases, one for each behavior in which two engines could differ (server and browser). */
export const cases: FormCase[] = [
  {
    name: 'nothing at all becomes the defaults, and what is required is missing',
    formSchema: campaign,
    data: undefined,
    expected: {
      data: {
        ...{ budget: 100, price: 0, market: 'austin', address: {} },
        spots: [{ _id: 'row0000000000001', count: 0, cost: 0 }],
      },
      problems: ['/start Missing required field: Start', '/spots/0/title Missing required field: Title'],
      hidden: ['/why', '/address', '/address/street'],
    },
  },
  {
    name: 'values of other types are normalized everywhere and reported',
    formSchema: campaign,
    data: { budget: '99', price: [], market: 7, start: 20240102, why: 3, address: 'here', spots: { a: 1 }, old: true },
    expected: {
      data: {
        ...{ budget: 100, price: 0, market: 'austin', start: '', why: '3', address: {}, old: true },
        spots: [{ _id: 'row0000000000001', count: 0, cost: 0 }],
      },
      normalized: ['/budget', '/price', '/market', '/start', '/why', '/address', '/spots'],
      problems: ['/start Missing required field: Start', '/spots/0/title Missing required field: Title'],
      hidden: ['/why', '/address', '/address/street'],
    },
  },
  {
    name: 'scripts refuse in rows and over rows, with amounts in words',
    formSchema: campaign,
    data: {
      ...{ budget: 1000, price: 250, market: 'boston', start: '2024-01-02', why: 'No' },
      spots: [
        { _id: 'a', title: 'One', count: '5.9' },
        { _id: 'b', title: 'Two', count: 2 },
      ],
    },
    expected: {
      data: {
        ...{ budget: 1000, price: 250, market: 'boston', start: '2024-01-02', why: 'No', address: {} },
        spots: [
          { _id: 'a', title: 'One', count: 5, cost: 1250 },
          { _id: 'b', title: 'Two', count: 2, cost: 500 },
        ],
      },
      normalized: ['/spots/0/count'],
      problems: ['/start Starts too long ago: 2024', '/spots Together 1,750', '/spots/0/count Spot 1 costs $1,250.00'],
      hidden: ['/address', '/address/street'],
    },
  },
  {
    name: 'what a hidden field holds shows nothing else',
    formSchema: campaign,
    data: { start: '2024-06-10', market: 'austin', why: 'A long reason', spots: [{ _id: 'a', title: 'One' }] },
    expected: {
      data: {
        ...{ budget: 100, price: 0, market: 'austin', start: '2024-06-10', why: 'A long reason', address: {} },
        spots: [{ _id: 'a', title: 'One', count: 0, cost: 0 }],
      },
      problems: [],
      hidden: ['/why', '/address', '/address/street'],
    },
  },
  {
    name: 'the client of the order decides',
    formSchema: campaign,
    data: { start: '2024-06-10', spots: [{ _id: 'a', title: 'One' }] },
    client: { name: 'Acme Ltd' },
    expected: {
      data: {
        ...{ budget: 100, price: 0, market: 'austin', start: '2024-06-10', address: {} },
        spots: [{ _id: 'a', title: 'One', count: 0, cost: 0 }],
      },
      problems: ['/address/street Missing required field: Street'],
      hidden: ['/why'],
    },
  },
  {
    name: 'a day is another day in another zone',
    formSchema: schemaOf(
      widget('date_input', 'today', { readonly: true, initialValue: { value: 'now + 12 hours' } }),
      widget('time_input', 'hour', { readonly: true, initialValue: { value: 'now' } }),
      widget(
        'date_input',
        'moment',
        { includeTime: true },
        {
          validationScript: 'reject $moment because "At " + $moment:hour + " o\'clock"',
        },
      ),
    ),
    data: { moment: '2024-06-15T20:30:00.000Z' },
    zone: 'America/New_York',
    expected: {
      data: { today: '2024-06-15', hour: '08:00', moment: '2024-06-15T20:30:00.000Z' },
      problems: ["/moment At 16 o'clock"],
    },
  },
  {
    name: 'a broken form still opens, and says of each script that it failed',
    formSchema: schemaOf(
      { type: 'nonsense' },
      widget('text_input', 'a', { required: true }, { label: 'A', conditionalScript: '$b', validationScript: 'if' }),
      widget('text_input', 'b', {}, { label: 'B', conditionalScript: '$a' }),
      widget('text_input', 'c', {}, { label: 'C', validationScript: 'let $x = 1 $x.y.z = 2' }),
    ),
    data: { a: 'x', b: '', c: '' },
    expected: {
      data: { a: 'x', b: '', c: '' },
      problems: [
        '/a The validation script of A failed: Errors (1) occurred parsing source: Bad syntax: expected an expression, found the end of the script',
        '/c The validation script of C failed: Immutable: a key of $x is part of a value',
      ],
    },
  },
  {
    name: 'names of Object.prototype are data',
    formSchema: schemaOf(
      widget(
        'text_input',
        'toString',
        {},
        { validationScript: 'if $toString == "x" { reject $toString because "x" }' },
      ),
      widget('text_input', 'hasOwnProperty'),
    ),
    data: JSON.parse('{"toString": "x", "__proto__": {"hasOwnProperty": "y"}}'),
    expected: {
      data: JSON.parse('{"toString": "x", "hasOwnProperty": "", "__proto__": {"hasOwnProperty": "y"}}'),
      problems: ['/toString x'],
    },
  },
  ...widgetCases,
  ...unansweredCases,
];
