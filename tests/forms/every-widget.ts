import { collection, container, modal, table, widget } from './form-builders.ts';

type Json = Record<string, unknown>;

const row = (...columns: [number, unknown][]) => ({
  columns: columns.map(([ratio, each]) => ({ ratio, widget: each })),
});
const options = (...names: string[]) => ({
  options: names.map((name) => ({ value: name.toLowerCase(), label: name })),
});
const banner = (status: string, content: string, config: Json = {}) => ({
  type: 'banner',
  config: { status, content, ...config },
});

const campaign = {
  type: 'container',
  meta: { label: 'Campaign', description: 'What is advertised, and when.' },
  config: {
    boxed: true,
    layout: [
      row(
        [
          2,
          widget(
            'text_input',
            'name',
            { required: true, tooltip: { content: 'As it will stand on the invoice' } },
            { label: 'Campaign name', description: 'How everybody calls it', documentationLong: 'A **long** text' },
          ),
        ],
        [1, widget('number_input', 'budget', { minValue: 100, precision: 2, floatingSuffix: 'USD' }, 'Budget')],
      ),
      row(
        [1, widget('date_input', 'start', { required: true }, 'Start')],
        [1, widget('date_input', 'moment', { includeTime: true }, 'Moment')],
        [1, widget('date_input', 'month', { includeDay: false }, 'Month')],
      ),
      row(
        [1, widget('select', 'market', { required: true, ...options('Austin', 'Boston') }, 'Market')],
        [1, widget('radio', 'daypart', { layout: 'inline', required: true, ...options('Morning', 'Noon') }, 'Daypart')],
      ),
      row([1, widget('text_input', 'notes', { textArea: true, autoResize: true }, 'Notes')]),
      row(
        [1, widget('checkbox', 'agree', { required: true }, 'The client has agreed')],
        [1, widget('text_input', 'ref', { disabled: true }, 'Reference')],
      ),
    ],
  },
};

const schedule = {
  type: 'container',
  meta: { label: 'Schedule', documentationHint: 'Local time', documentationLong: 'Times are **local**' },
  config: {
    descriptionPlacement: 'below',
    tooltip: { content: 'When spots are heard', triggerMode: 'click' },
    layout: [
      row(
        [1, widget('time_input', 'opens', { required: true }, 'Opens')],
        [1, widget('time_input', 'closes', { readonly: true, format: 'HH:mm' }, 'Closes')],
        [1, widget('password_input', 'pin', { required: true }, 'Studio PIN')],
      ),
      row(
        [1, widget('checkboxes', 'days', { required: true, layout: 'inline', ...options('Monday', 'Friday') }, 'Days')],
        [
          1,
          widget('multiple_select', 'stations', { required: true, ...options('North', 'South', 'East') }, 'Stations'),
        ],
      ),
      row(
        [1, widget('tags_input', 'tags', { required: true }, { label: 'Tags', description: 'Parted by commas' })],
        [
          1,
          widget('tags_input', 'codes', { readonly: true, initialValue: { static: true, value: ['a', 'b'] } }, 'Codes'),
        ],
      ),
    ],
  },
};

const spots = table(
  'spots',
  [
    widget('text_input', 'title', { required: true }, { label: 'Title', description: 'As it is announced' }),
    container(
      [
        widget('number_input', 'count', { minValue: 1, tooltip: { content: 'Per week' } }, 'Spots'),
        widget('select', 'length', options('Short', 'Long'), 'Length'),
        widget('date_input', 'from', { required: true }, 'From'),
      ],
      {},
      { key: 'air', label: 'On air' },
    ),
    widget('checkbox', 'live', {}, 'Live'),
    modal([widget('text_input', 'text', { textArea: true }, 'Text')], {}, { label: 'Copy' }),
  ],
  { minItems: 2, splitHeader: true },
  { label: 'Radio spots', description: 'A row for each' },
);

const papers = {
  type: 'container',
  meta: { label: 'Papers' },
  config: {
    layout: [
      row(
        [1, widget('file_input', 'logo', { required: true }, { label: 'Logo', description: 'PNG or JPEG' })],
        [1, widget('multiple_file_input', 'spots_sent', {}, 'Recordings')],
        [1, widget('file_input', 'contract', { readonly: true }, 'Contract')],
      ),
    ],
  },
};

/** A form with every widget type and most of their settings. */
export const everyWidget = {
  version: 1,
  root: container([
    { ...banner('info', 'Spots are booked **14 days** ahead.'), meta: { label: 'Before you start' } },
    banner('warn', 'A warning', { borderStyle: 'dashed' }),
    banner('error', 'An error', { showIcon: false }),
    banner('success', 'Well done'),
    campaign,
    schedule,
    modal(
      [widget('text_input', 'street', { required: true }, 'Street'), widget('text_input', 'city', {}, 'City')],
      { tooltip: { content: 'Where the invoice goes' } },
      { key: 'billing', label: 'Billing address' },
    ),
    collection(
      'lines',
      [widget('text_input', 'title', { required: true }, 'Title')],
      { minItems: 1, boxed: true },
      {
        label: 'Spot',
      },
    ),
    spots,
    papers,
    container(
      [widget('text_input', 'one', { frameless: true }, 'One')],
      { layoutMode: 'masonry' },
      { label: 'Bricks' },
    ),
    { type: 'nonsense' },
    { type: 'markdown', config: { content: '## Terms\n\n| a | b |\n|---|---|\n| 1 | 2 |' } },
  ]),
};
