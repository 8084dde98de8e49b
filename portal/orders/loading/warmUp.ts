import type { QueryClient } from '@tanstack/react-query';
import { readForm } from '#schemas/forms/read-form.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { readCachedForm } from './cachedForms.ts';
import { formQuery } from './orderQueries.ts';

/** A listed order and the query cache. */
export interface ListedOrder {
  id: string;
  cache: QueryClient;
}

/**
 * Warms up the JavaScript engine by opening a small form off-screen. Browsers compile code on its first run, so the
 * first order then opens a quarter faster (performance 2). Also loads and parses the form of a listed order, if given:
 * most orders of a list have the same version. Rejects when that form cannot be loaded.
 */
export async function warmUpFormEngine(listed?: ListedOrder): Promise<void> {
  const nobody = { client: null, user: null, channel: null, order: null };
  const context = { ...nobody, now: new Date(), zone: 'utc', idOf: () => '0000000000000000' };
  createFormStore({ form: readForm(warmUpForm), values: warmUpValues, context });
  if (listed) readCachedForm(await listed.cache.fetchQuery(formQuery(listed.id)));
}

const script = `
define :is_large { take $input  $input > 10 }
let $total = 0
each $row of $rows { if !$row.price { skip } $total += $row.price * 2 }
if $total:is_large and not ($name matches "a" or $total < 5) { reject $name because "More than " + 10 }`;

const field = (type: string, key: string, meta: object = {}, config: object = {}) => ({
  type,
  meta: { key, label: key, ...meta },
  config,
});
const containerOf = (...widgets: object[]) => ({
  type: 'container',
  meta: {},
  config: { layout: widgets.map((widget) => ({ columns: [{ ratio: 1, widget }] })) },
});

/** A small form for warming up the form engine, with most kinds of statements. */
export const warmUpForm = {
  version: 1,
  root: containerOf(
    field('text_input', 'name', { conditionalScript: '$rows:length == 0' }, { required: true }),
    field(
      'collection',
      'rows',
      { validationScript: script },
      { elements: containerOf(field('number_input', 'price')) },
    ),
  ),
};

/** Values with which its scripts run to their last statement. */
export const warmUpValues = { name: 'b', rows: [{ _id: '0000000000000001', price: 20 }] };
