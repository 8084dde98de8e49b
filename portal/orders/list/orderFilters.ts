import { additionalFields } from '#schemas/orders/order-fields.ts';
import { isDay } from '#schemas/typed-values/parse-date.ts';
import type { NamedRecord } from '../../api/queries.ts';
import type { QueryValue } from '../../api/request.ts';
import { localTimeZone } from '../../forms/dates/days.ts';
import { isAllowedSort } from '../../look/sortOrder.ts';
import { ordersFilter, type StatusFilter, statusFilterOf } from './statusFilter.ts';

/** The filters and layout of the order list, parsed from the address. */
export interface OrderFilters {
  status: StatusFilter | undefined;
  /** A user id, or `me`; '' for everybody. */
  user: string;
  client: string;
  form: string;
  /** The range of the last change, as days in the reader's time zone, both included. */
  from: string;
  to: string;
  /** Search all channels instead of the one in the address. */
  isAcross: boolean;
  /** The paths of the visible form columns; null for the defaults. */
  columns: string[] | null;
  /** The keys of the standard columns that are hidden. */
  hidden: string[];
  /** Further filters, by the API's query key: `amount.from`, `submissionDate`. */
  conditions: Record<string, string>;
}

/** The prefix of further filters in the address. */
export const conditionPrefix = 'f.';

/** The further filters in an address, by the API's query key. */
function conditionsFromParams(params: URLSearchParams): Record<string, string> {
  const entries = [...params].filter(([key, text]) => key.startsWith(conditionPrefix) && text !== '');
  return Object.fromEntries(entries.map(([key, text]) => [key.slice(conditionPrefix.length), text]));
}

/** The parameters that a saved view stores, in a fixed order, so that equal views have equal strings. */
const viewParameters = [
  ...['status', 'search', 'user', 'client', 'form', 'from', 'to', 'across', 'columns', 'hidden', 'sort'],
];

const id = /^[0-9a-f]{24}$/;

/** Parses the filters in an address, ignoring invalid values. */
export function orderFiltersFromParams(params: URLSearchParams): OrderFilters {
  const validParam = (name: string, isFit: (text: string) => boolean) => {
    const text = params.get(name) ?? '';
    return isFit(text) ? text : '';
  };
  const isId = (text: string) => id.test(text);
  const columns = params.get('columns');
  return {
    status: statusFilterOf(params.get('status')),
    user: validParam('user', (text) => text === 'me' || isId(text)),
    client: validParam('client', isId),
    form: validParam('form', isId),
    from: validParam('from', isDay),
    to: validParam('to', isDay),
    isAcross: params.get('across') === 'yes',
    columns: columns === null ? null : columns.split(',').filter(Boolean),
    hidden: (params.get('hidden') ?? '').split(',').filter(Boolean),
    conditions: conditionsFromParams(params),
  };
}

/** Returns the API query of the filters, for the user `me`. Days and relative dates are those of the reader's time zone. */
export function orderFilterQuery(
  filters: OrderFilters,
  { channel, me }: { channel: NamedRecord; me: string },
): Record<string, QueryValue> {
  const { status, user, client, form, from, to, isAcross, conditions } = filters;
  return {
    ...ordersFilter(isAcross ? undefined : channel, status?.status),
    user: user === 'me' ? me : user,
    clientId: client,
    formId: form,
    'updatedAt.from': from,
    'updatedAt.to': to,
    filterTimeZone: from || to || Object.keys(conditions).length > 0 ? localTimeZone() : '',
    // Last: a condition about the status or the channel must not be replaced by the absence of the filter above.
    ...conditions,
  };
}

/** Whether there is any filter besides the channel. */
export const hasFilters = ({ columns, hidden, isAcross, conditions, ...filters }: OrderFilters): boolean =>
  Object.keys(conditions).length > 0 || Object.values(filters).some(Boolean);

/** Sorts by status, newest first within each. */
export const statusSort = 'status,-updatedAt';

/** The sort orders of the standard columns. */
const sorts = [
  ...['updatedAt', statusSort, 'campaign', 'refCode', 'client', 'amount', 'user', 'submissionDate', 'channelId'],
];

/** The default sort order of orders, which the API supports for any number of them. */
export const defaultOrderSort = '-updatedAt';

/**
 * Returns the sort order in an address, or the default if it is not supported. Form columns can be sorted only if all
 * orders are on that form.
 */
export function orderSortFromParams(params: URLSearchParams, { form }: OrderFilters): string {
  const requested = params.get('sort') ?? '';
  const isOfForm = form !== '' && /^-?formData\./.test(requested);
  return isAllowedSort(requested, sorts) || isOfForm ? requested : defaultOrderSort;
}

/** The fields that the list needs besides form columns, for display, conditions and links. */
const shownFields = [
  ...['refCode', 'campaign', 'client', 'amount', 'status', 'user', 'channelId', 'updatedAt'],
  ...['sentBackReason', 'changeDate', 'bypassRequestedBy', 'submissionDate', 'waitingSince'],
];

/** Returns the field projection of the rows. Undefined (all fields) without form columns. */
export const rowFields = (paths: readonly string[]): string[] | undefined =>
  paths.length > 0 ? [...shownFields, ...additionalFields, ...paths.map((path) => `formData.${path}`)] : undefined;

/** Returns the columns of the CSV export. */
export const csvFields = (paths: readonly string[]): string[] => [
  ...['refCode', 'campaign', 'client', 'channelId', 'amount', 'status', 'user', 'submissionDate', 'updatedAt'],
  ...additionalFields,
  ...paths.map((path) => `formData.${path}`),
];

/** Returns the query string that a saved view stores: all parameters except the page. */
export function orderViewOf(params: URLSearchParams): string {
  const conditionKeys = Object.keys(conditionsFromParams(params)).map((key) => `${conditionPrefix}${key}`);
  const requested = [...viewParameters, ...conditionKeys.toSorted()].flatMap((key): [string, string][] => {
    const text = params.get(key) ?? '';
    return text ? [[key, text]] : [];
  });
  return String(new URLSearchParams(requested));
}
