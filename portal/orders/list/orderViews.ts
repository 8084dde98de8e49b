import { isRecord } from '#schemas/forms/is-record.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import { endOfDay, startOfDay } from '../../forms/dates/days.ts';
import { conditionFields, conditionOperators, standardColumns } from './orderConditions.ts';
import { conditionPrefix, orderFiltersFromParams, orderSortFromParams, orderViewOf } from './orderFilters.ts';
import { statusFilters } from './statusFilter.ts';

// The portal stores a view of orders as a query string, the back-office as filter, sort order and columns. Here a view
// that one app shares is translated for the other one.

/** The names that the views of orders are stored under: those of the back-office have the name of its list. */
export const portalViews = 'portal/orders';

/** A translated view, and the names of what the other app cannot show. */
type Translated<View> = View & { leftOut: string[] };

/** Translates a view of the back-office to the portal's query string. */
export function portalViewOf({ filter, sort, columns }: JsonMap): Translated<{ query: string }> {
  // A list of the back-office contains all channels.
  const params = new URLSearchParams({ across: 'yes' });
  const leftOut: string[] = [];
  const filters = isRecord(filter) ? filter : {};
  // Columns of a form need exactly one form (design 3).
  const [[, form = ''] = []] = paramsOf('form', filters.form) ?? [];
  for (const [name, value] of Object.entries(filters)) {
    const parts = isOfForm(name) && !form ? undefined : paramsOf(name, value);
    if (!parts) leftOut.push(`Filter: ${titleOf(name)}`);
    for (const [key, text] of parts ?? []) params.set(key, text);
  }
  const shown = textsIn(columns);
  if (shown.length > 0) {
    const hidden = standardColumns.filter(({ key }) => !shown.includes(key));
    params.set('hidden', hidden.map(({ key }) => key).join(','));
    const ofForm = form ? shown.filter(isOfForm) : [];
    // Without any, a comma: an empty parameter stands for the columns that the form shows by default.
    if (form) params.set('columns', ofForm.map(pathOf).join(',') || ',');
    const missing = shown.filter((name) => !portalColumns.includes(name) && !ofForm.includes(name));
    leftOut.push(...missing.map((name) => `Column: ${titleOf(name)}`));
  }
  if (isRecord(sort) && typeof sort.field === 'string') {
    const order = `${sort.order === 'DESC' ? '-' : ''}${sort.field}`;
    params.set('sort', order);
    if (orderSortFromParams(params, orderFiltersFromParams(params)) !== order) {
      params.delete('sort');
      leftOut.push(`Sort order: ${titleOf(sort.field)}`);
    }
  }
  return { query: orderViewOf(params), leftOut };
}

/** The parameters of a filter in the portal's address; undefined if it has none for this filter. */
function paramsOf(name: string, value: unknown): [string, string][] | undefined {
  const operators: [string, unknown][] = isRecord(value) ? Object.entries(value) : [['', value]];
  const parts = operators.map(([operator, given]) => [operator && `.${operator}`, textOf(given)] as const);
  const [[suffix = '', text = ''] = []] = parts;
  // A comma separates values in addresses.
  if (parts.some(([, each]) => each === undefined)) return undefined;
  if (name === 'q') return [['search', text ?? '']];
  if (suffix === '' && /^[0-9a-f]{24}$/.test(text) && recordFilters.includes(name)) return [[name, text]];
  const status = statusFilters.find((each) => name === 'status' && suffix === '' && each.status === text);
  if (status) return [['status', status.value]];
  const known = suffixesOf(name);
  if (!parts.every(([each]) => known.includes(each))) return undefined;
  return parts.map(([each, given]) => [`${conditionPrefix}${name}${each}`, given ?? '']);
}

/** The filters that the portal's address has parameters of their own for. */
const recordFilters = ['user', 'client', 'form'];

/** Whether a name of the back-office is that of a form's column, and the column's path in the portal. */
const isOfForm = (name: string): boolean => name.startsWith(formPrefix);
const pathOf = (name: string): string => name.slice(formPrefix.length);
const formPrefix = 'formData.';

/** The operators of the portal for a field, as suffixes of the query key. The kind of a form's column is not known here. */
function suffixesOf(name: string): readonly string[] {
  if (name === 'channelId') return ['', '.not'];
  if (isOfForm(name)) return Object.values(conditionOperators).flatMap((all) => all.map(({ suffix }) => suffix));
  const field = conditionFields([]).find(({ key }) => key === name);
  return field ? conditionOperators[field.kind].map(({ suffix }) => suffix) : [];
}

/** The columns of the portal: the additional fields are always shown where an order has one. */
const portalColumns: readonly string[] = ['campaign', 'refCode', ...standardColumns.map(({ key }) => key), 'channelId'];

/**
 * Translates a view of the portal to a list's state in the back-office, for the user `me`. Rows of lists have no
 * configuration.
 */
export function backOfficeViewOf(config: JsonMap | undefined, me: string): Translated<{ config: JsonMap }> {
  const params = new URLSearchParams(typeof config?.address === 'string' ? config.address : '');
  const { status, user, client, form, from, to, isAcross, columns, hidden, conditions } =
    orderFiltersFromParams(params);
  const leftOut = isAcross ? [] : ['Filter: the channel that is open in the portal'];
  const updatedAt = {
    ...(from ? { from: startOfDay(from) } : {}),
    ...(to ? { to: endOfDay(to) } : {}),
  };
  const filter: Record<string, unknown> = {
    q: params.get('search') ?? '',
    status: status?.status,
    user: user === 'me' ? me : user,
    client,
    form,
    ...(from || to ? { updatedAt } : {}),
  };
  const isKnown = (name: string) => Object.hasOwn(schema.properties, name) || (form !== '' && isOfForm(name));
  for (const [key, text] of Object.entries(conditions)) {
    const [, name = key, operator] = /^(.*?)(?:\.(not|contains|from|to|is))?$/.exec(key) ?? [];
    const before = filter[name];
    const given = text.includes(',') ? text.split(',') : momentOf(name, operator, text);
    const isFit = isKnown(name) && (!before || (operator && isRecord(before)));
    if (!isFit) leftOut.push(`Filter: ${titleOf(name)}`);
    else filter[name] = operator ? { ...(isRecord(before) ? before : {}), [operator]: given } : given;
  }
  const chosen = orderSortFromParams(params, orderFiltersFromParams(params));
  const [, minus, field = ''] = /^(-?)([^,]*)/.exec(chosen) ?? [];
  const isSortable = isKnown(field) || field === 'updatedAt';
  if (!isSortable) leftOut.push(`Sort order: ${titleOf(field)}`);
  // Those that the form shows by default are not in the address; views that were saved before have none.
  const ofForm = form ? (columns ?? textsIn(config?.columns)) : [];
  return {
    config: {
      filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')),
      ...(isSortable ? { sort: { field, order: minus ? 'DESC' : 'ASC' } } : {}),
      columns: [
        'campaign',
        ...standardColumns.map(({ key }) => key).filter((key) => !hidden.includes(key)),
        ...ofForm.map((path) => `${formPrefix}${path}`),
      ],
    },
    leftOut,
  };
}

/** The end of a range of a moment, as the back-office has it: the first or last instant of the reader's day. */
function momentOf(name: string, operator: string | undefined, text: string): string {
  if (schema.properties[name]?.format !== 'date-time' || !isDay(text)) return text;
  return operator === 'from' ? startOfDay(text) : operator === 'to' ? endOfDay(text) : text;
}

/** The title of a property of orders, or of a field of their form by its path. */
const titleOf = (name: string): string => schema.properties[name]?.title ?? labelOf(name.replace(/^formData\./, ''));

/** The text of a filter value in an address; undefined for one that no address can have. */
function textOf(value: unknown): string | undefined {
  const texts = [value].flat().map((each) => (typeof each === 'string' || typeof each === 'number' ? `${each}` : ','));
  return texts.some((text) => text.includes(',')) ? undefined : texts.join(',');
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
