import { furtherFields } from '#schemas/orders/order-fields.ts';
import { isDay } from '#schemas/texts/texts.ts';
import type { Named } from '../../api/queries.ts';
import type { QueryValue } from '../../api/request.ts';
import { endOfDay, startOfDay } from '../../forms/dates/dayBounds.ts';
import { isOffered } from '../../look/sorts.ts';
import { ordersOf, type StatusFilter, statusFilterOf } from './statusFilter.ts';

/** What a list of orders is narrowed down to and laid out by, as its address says it. */
export interface OrderFilters {
  status: StatusFilter | undefined;
  /** A person's id, or `me`; '' for everybody's. */
  user: string;
  client: string;
  form: string;
  /** Days of the reader between which an order was changed last, both included. */
  from: string;
  to: string;
  /** Of all channels, not of the address's alone. */
  isAcross: boolean;
  /** Fields of the form that are shown as columns, by their paths; null where nobody has chosen. */
  columns: string[] | null;
}

/** What a saved view keeps of an address, in this order, so that two that say the same are alike. */
const kept = ['status', 'search', 'user', 'client', 'form', 'from', 'to', 'across', 'columns', 'sort'];

const id = /^[0-9a-f]{24}$/;

/** The filters that an address says; what none can be is left out. */
export function orderFiltersIn(params: URLSearchParams): OrderFilters {
  const given = (name: string, isFit: (text: string) => boolean) => {
    const text = params.get(name) ?? '';
    return isFit(text) ? text : '';
  };
  const isId = (text: string) => id.test(text);
  const columns = params.get('columns');
  return {
    status: statusFilterOf(params.get('status')),
    user: given('user', (text) => text === 'me' || isId(text)),
    client: given('client', isId),
    form: given('form', isId),
    from: given('from', isDay),
    to: given('to', isDay),
    isAcross: params.get('across') === 'yes',
    columns: columns === null ? null : columns.split(',').filter(Boolean),
  };
}

/** What the API is asked for, by `me`. Days begin and end where the reader is. */
export function orderQuery(
  filters: OrderFilters,
  { channel, me }: { channel: Named; me: string },
): Record<string, QueryValue> {
  const { status, user, client, form, from, to, isAcross } = filters;
  return {
    ...ordersOf(isAcross ? undefined : channel, status?.status),
    user: user === 'me' ? me : user,
    clientId: client,
    formId: form,
    'updatedAt.from': from && startOfDay(from),
    'updatedAt.to': to && endOfDay(to),
  };
}

/** Whether anything is asked for beside the channel. */
export const isNarrowed = ({ columns, isAcross, ...filters }: OrderFilters): boolean =>
  Object.values(filters).some(Boolean);

/** Those of one status stand together, newest first. */
export const byStatus = 'status,-updatedAt';

/** The orders of rows that indexes have, for everybody, and within one channel alone. */
const anywhere = ['updatedAt', byStatus];
const inChannel = ['campaign', 'refCode', 'clientName', 'amount', 'userName'];

/** The order of the rows: what no list of these can be in is the usual one. Columns of a form are sorted by where all are on it. */
export function sortIn(params: URLSearchParams, { form, isAcross }: OrderFilters): string {
  const asked = params.get('sort') ?? '';
  const isInChannel = !isAcross && isOffered(asked, inChannel);
  const isOfForm = form !== '' && /^-?formData\./.test(asked);
  const isServed = isOffered(asked, anywhere) || isInChannel || isOfForm;
  return isServed ? asked : '-updatedAt';
}

/** The fields of a row that its list shows, decides by or leads on by; beside them stand those of the form. */
const shownFields = [
  ...['refCode', 'campaign', 'client', 'amount', 'status', 'user', 'channelId', 'updatedAt'],
  ...['sentBackReason', 'changeDate', 'waivers', 'submissionDate', 'treeScope'],
];

/** What rows hold: all that they have by themselves, where no column of a form is asked for. */
export const fieldsWith = (paths: readonly string[]): string[] | undefined =>
  paths.length > 0 ? [...shownFields, ...furtherFields, ...paths.map((path) => `formData.${path}`)] : undefined;

/** The columns of the CSV. */
export const csvFields = (paths: readonly string[]): string[] => [
  ...['refCode', 'campaign', 'client', 'channelId', 'amount', 'status', 'user', 'submissionDate', 'updatedAt'],
  ...furtherFields,
  ...paths.map((path) => `formData.${path}`),
];

/** The address's query without its page: what a saved view keeps. */
export function viewOf(params: URLSearchParams): string {
  const asked = kept.flatMap((key): [string, string][] => {
    const text = params.get(key) ?? '';
    return text ? [[key, text]] : [];
  });
  return String(new URLSearchParams(asked));
}
