import { collection, container, widget } from './written.ts';

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

/** A form with every type of widget, and most of what they can be set to. */
export const everyWidget = {
  version: 1,
  root: container([
    { ...banner('info', 'Spots are booked **14 days** ahead.'), meta: { label: 'Before you start' } },
    banner('warn', 'A warning', { borderStyle: 'dashed' }),
    banner('error', 'An error', { showIcon: false }),
    banner('success', 'Well done'),
    campaign,
    collection(
      'lines',
      [widget('text_input', 'title', { required: true }, 'Title')],
      { minItems: 1, boxed: true },
      {
        label: 'Spot',
      },
    ),
    container(
      [widget('text_input', 'one', { frameless: true }, 'One')],
      { layoutMode: 'masonry' },
      { label: 'Bricks' },
    ),
    { type: 'nonsense' },
    { type: 'markdown', config: { content: '## Terms\n\n| a | b |\n|---|---|\n| 1 | 2 |' } },
  ]),
};
