// An example form for the tests of this folder.

import type { JsonMap } from '../generated/types.ts';
import type { WidgetType } from '../generated/widgets.ts';
import { type Design, openDesign } from './design.ts';

export const field = (id: string, meta: JsonMap = {}, type: WidgetType = 'text_input', config: JsonMap = {}) => ({
  type,
  id,
  meta: { label: id.toUpperCase(), key: id, ...meta },
  config,
});
export const row = (...widgets: object[]) => ({ columns: widgets.map((widget) => ({ ratio: 1, widget })) });
export const box = (id: string, rows: object[], meta: JsonMap = {}) => ({
  type: 'container',
  id,
  meta,
  config: { layout: rows },
});
const list = (id: string, rows: object[]) => ({
  type: 'collection',
  id,
  meta: { label: id, key: id },
  config: { elements: box(`${id}_row`, rows) },
});

/** A form with fields side by side, in containers with and without a key, and in rows. */
export const formSchema = {
  version: 1,
  root: box('root', [
    row(field('name'), field('budget', { validationScript: 'if this < $floor { reject }' }, 'number_input')),
    row(field('floor', {}, 'number_input', { minValue: 5, maxValue: 9, floatingSuffix: 'USD' })),
    row(box('part', [row(field('city')), row(field('zip'))], { label: 'Part' })),
    row(box('contact', [row(field('email'))], { key: 'contact' })),
    row(
      list('spots', [
        row(field('price', { validationScript: 'if $price < $floor or $spots:length > 9 { reject }' }, 'number_input')),
      ]),
    ),
    row(field('total', {}, 'number_input', { readonly: true, initialValue: { value: '$spots:first.price + $floor' } })),
  ]),
};

const numbers = { last: 0 };
export const idOf = () => {
  numbers.last += 1;
  return `new${numbers.last}`;
};

export function openExampleDesign(given: unknown = formSchema): Design {
  const result = openDesign(given, idOf);
  if ('message' in result) throw new Error(`${result.path}: ${result.message}`);
  return result.design;
}
