import { expect, it } from 'vitest';
import { keyHelp } from '../designing/key-help.ts';
import { scriptParts } from '../generated/script-parts.ts';
import { readForm } from './read-form.ts';
import { noScripts, presentScripts } from './script.ts';
import { scriptOptions } from './script-options.ts';

const select = {
  type: 'select',
  meta: {
    ...{ label: 'Medium', key: 'medium', conditionalScript: '1', validationScript: '2' },
    ...{ requiredScript: '4', readonlyScript: '5' },
  },
  config: { initialValue: { value: '3' }, options: [{ value: 'radio' }, { value: 'tv', condition: '10' }] },
};
const price = { type: 'number_input', meta: { label: 'Price', key: 'price', description: 'Without tax' } };
const budget = {
  type: 'number_input',
  meta: { key: 'budget' },
  config: { minValueScript: '6', maxValueScript: '7' },
};
const start = { type: 'date_input', meta: { key: 'start' }, config: { minDate: '8', maxDate: '9' } };
const column = (widget: object) => ({ columns: [{ ratio: 1, widget }] });
const lines = {
  type: 'collection',
  meta: { key: 'lines' },
  config: { elements: { type: 'container', config: { layout: [column(price)] } } },
};
const form = readForm({
  version: 1,
  root: { type: 'container', config: { layout: [column(select), column(lines), column(budget), column(start)] } },
});
const widgetOf = (key: string) => {
  const found = form.widgets.find((each) => each.type !== 'broken' && each.key === key);
  if (!found || found.type === 'broken') throw new Error(`no ${key}`);
  return found;
};

it('the parts marked as scripts in the schema are those that the engine runs, with the same kind', () => {
  const found = ['medium', 'budget', 'start'].flatMap((key) => {
    const { place, number } = widgetOf(key);
    const scripts = presentScripts(form.scripts[number] ?? noScripts);
    return scripts.map((script) => [script.place.slice(place.length).replace(/[0-9]+/, '*'), script.kind]);
  });
  expect(Object.fromEntries(found)).toEqual(scriptParts);
});

it('scriptOptions lists the variables in scope, and client, user, channel and order', () => {
  expect(scriptOptions(widgetOf('price'), 'validation')).toEqual({
    schema: {
      ...{ client: 'any', user: 'any', channel: 'any', order: 'any' },
      ...{ medium: 'text', lines: { list: { record: { price: 'number' } } }, price: 'number' },
      ...{ budget: 'number', start: 'date' },
    },
    mode: 'validate',
    this: 'number',
  });
});

it('keyHelp explains a key by its label, type and options', () => {
  expect(keyHelp(widgetOf('price'), 'medium')).toBe('“Medium”. Select. Its values: "radio", "tv"');
  expect(keyHelp(widgetOf('price'), 'price')).toBe('“Price”. Number. Without tax');
  expect(keyHelp(widgetOf('price'), 'order')).toBe('The order itself: its status and submissionDate');
  expect(keyHelp(widgetOf('price'), 'toString')).toBeUndefined();
});
