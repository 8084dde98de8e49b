import { container, modal, schemaOf, table, widget } from './form-builders.ts';
import type { FormCase } from './form-case.ts';

const markets = { options: [{ value: 'austin', label: 'Austin' }, { value: 'boston' }] };

/** Cases for each widget type with values other than text, number or boolean. */
export const widgetCases: FormCase[] = [
  {
    name: 'times, passwords, tags and several choices are made normal, and scripts read them as texts and lists',
    formSchema: schemaOf(
      widget('time_input', 'from', { required: true }, 'From'),
      widget('time_input', 'to', {}, 'To'),
      widget('password_input', 'secret', {}, { label: 'Secret', validationScript: 'if $secret:length < 3 { reject }' }),
      widget(
        'tags_input',
        'tags',
        {},
        { label: 'Tags', validationScript: 'if $tags:length > 2 { reject "Too many" }' },
      ),
      widget('checkboxes', 'days', markets, 'Days'),
      widget('multiple_select', 'stations', { required: true, ...markets }, 'Stations'),
      widget('text_input', 'why', { required: true }, { label: 'Why', conditionalScript: '$days includes "boston"' }),
    ),
    data: {
      ...{ from: '7:30', to: '08:15:00', secret: 12, tags: ['a', 'b', 'a', '', 4, 'c'] },
      ...{ days: ['boston', 'boston', 'chicago'], stations: 'austin' },
    },
    expected: {
      data: {
        ...{
          from: '07:30',
          to: '08:15:00',
          secret: '12',
          tags: ['a', 'b', 'c'],
          days: ['boston', 'chicago'],
          stations: [],
        },
      },
      normalized: ['/from', '/secret', '/tags', '/days', '/stations'],
      problems: [
        '/secret Rejected',
        '/tags Too many',
        '/days Choose from the options: chicago is not one of them',
        '/stations Missing required field: Stations',
        '/why Missing required field: Why',
      ],
    },
  },
  {
    name: 'texts that are no date, time or number stay as they were typed, are refused, and are nothing to scripts',
    formSchema: schemaOf(
      widget('date_input', 'day', { required: true }, 'Day'),
      widget('date_input', 'moment', { includeTime: true }, 'Moment'),
      widget('time_input', 'hour', {}, 'Hour'),
      widget('number_input', 'count', { minValue: 2 }, 'Count'),
      widget('text_input', 'site', {}, { label: 'Site', conditionalScript: '$day == nothing and $hour == nothing' }),
      widget('date_input', 'read', {}, 'Read'),
    ),
    data: {
      ...{ day: '3/31/', moment: '3/31/2026 25:00', hour: '9:', count: '200.5.0' },
      ...{ site: ' https://example.com ', read: '31-Mar-26' },
    },
    expected: {
      data: {
        ...{ day: '3/31/', moment: '3/31/2026 25:00', hour: '9:', count: '200.5.0' },
        ...{ site: 'https://example.com', read: '2026-03-31' },
      },
      normalized: ['/site', '/read'],
      problems: [
        '/day This date is incomplete',
        '/moment Must be a time, such as 9:30 AM or 14:30',
        '/hour This time is incomplete',
        '/count Must be a number',
      ],
    },
  },
  {
    name: "what stands in a modal is an object with its key, and its parent's without one",
    formSchema: schemaOf(
      modal([widget('text_input', 'street', { required: true }, 'Street')], {}, { key: 'billing' }),
      modal([widget('number_input', 'terms', { maxValue: 60 }, 'Terms')], {}, { label: 'Terms' }),
      modal(
        [widget('text_input', 'why', { required: true }, 'Why')],
        {},
        { key: 'late', conditionalScript: '$terms > 30', validationScript: 'reject $billing because "Too late"' },
      ),
      modal(
        [widget('text_input', 'never', { required: true })],
        {},
        { key: 'hidden', conditionalScript: '$terms < 9' },
      ),
    ),
    data: { terms: '90', billing: 'here' },
    expected: {
      data: { terms: 60, billing: {}, late: {}, hidden: {} },
      normalized: ['/billing', '/terms'],
      problems: [
        '/billing/street Missing required field: Street',
        '/billing Too late',
        '/late/why Missing required field: Why',
      ],
      hidden: ['/hidden', '/hidden/never'],
    },
  },
  {
    name: 'a table is a list of rows as a collection is, and keyed containers in it are objects of their own',
    formSchema: schemaOf(
      table(
        'spots',
        [
          widget('text_input', 'title', { required: true }, 'Title'),
          container(
            [widget('number_input', 'count', {}, 'Count'), widget('time_input', 'at', {}, 'At')],
            {},
            { key: 'air' },
          ),
          widget('number_input', 'twice', { readonly: true, initialValue: { value: '$air.count * 2' } }),
        ],
        { minItems: 2, maxItems: 3 },
        {
          label: 'Spots',
          validationScript: 'each $spot of $spots { if $spot.air.at == "" { reject $spot.air.at because "When?" } }',
        },
      ),
      table('more', [widget('text_input', 'a')], { required: true }, { label: 'More' }),
    ),
    data: { spots: [{ _id: 'a', title: 'One', air: { count: '4', at: '10:00' } }], more: [] },
    expected: {
      data: {
        spots: [
          { _id: 'a', title: 'One', air: { count: 4, at: '10:00' }, twice: 8 },
          { _id: 'row0000000000001', air: { count: 0, at: '' }, twice: 0 },
        ],
        more: [],
      },
      normalized: ['/spots/0/air/count'],
      problems: [
        '/spots/1/air/at When?',
        '/spots/1/title Missing required field: Title',
        '/more Missing required field: More',
      ],
    },
  },
  {
    name: 'numbers are read as en-US writes them; what is none stays, is refused, and scripts read it as nothing',
    formSchema: schemaOf(
      widget('number_input', 'budget', { maxValue: 250_000 }, 'Budget'),
      widget('number_input', 'price', {}, 'Price'),
      widget('number_input', 'twice', { readonly: true, initialValue: { value: '$price * 2' } }, 'Twice'),
      widget('text_input', 'why', { required: true }, { label: 'Why', conditionalScript: '$price' }),
      table('spots', [widget('number_input', 'count', {}, 'Count')], {}, { label: 'Spots' }),
    ),
    data: {
      budget: '$9,999,999',
      price: 'a few',
      spots: [
        { _id: 'a', count: '1,200' },
        { _id: 'b', count: '1,2' },
      ],
    },
    expected: {
      data: {
        ...{ budget: 250_000, price: 'a few', twice: 0 },
        spots: [
          { _id: 'a', count: 1200 },
          { _id: 'b', count: '1,2' },
        ],
      },
      normalized: ['/budget', '/spots/0/count'],
      problems: ['/price Must be a number', '/spots/1/count Must be a number'],
      hidden: ['/why'],
    },
  },
  {
    name: 'a file needs a name and to be uploaded, and scripts read what it is',
    formSchema: schemaOf(
      widget(
        'file_input',
        'logo',
        { required: true },
        {
          label: 'Logo',
          validationScript: 'if not ($logo.mimeType matches "image/") { reject $logo.name because "No picture" }',
        },
      ),
      widget(
        'multiple_file_input',
        'spots',
        {},
        { label: 'Spots', validationScript: 'reject $spots because $spots:length' },
      ),
      widget('file_input', 'brief', { required: true }, 'Brief'),
      widget('file_input', 'other', {}, 'Other'),
    ),
    data: {
      logo: { id: '0123456789abcdef01234567', name: 'logo.pdf', mimeType: 'application/pdf', size: 3 },
      spots: [
        { id: '0123456789abcdef01234567', name: 'a.mp3', mimeType: 'audio/mpeg' },
        { id: '1' },
        { name: 'b.mp3' },
      ],
      brief: { name: '' },
      other: 'here',
    },
    expected: {
      data: {
        logo: { id: '0123456789abcdef01234567', name: 'logo.pdf', mimeType: 'application/pdf' },
        spots: [{ id: '0123456789abcdef01234567', name: 'a.mp3', mimeType: 'audio/mpeg' }, { name: 'b.mp3' }],
      },
      normalized: ['/logo', '/spots', '/brief', '/other'],
      problems: [
        '/logo/name No picture',
        '/spots The file b.mp3 was not uploaded: choose it again',
        '/spots 2',
        '/brief Missing required field: Brief',
      ],
    },
  },
];
