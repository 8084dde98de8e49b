import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deskColumns, type waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { listOf, type Page, type PopulatedOrder } from '../../api/queries.ts';
import { localTimeZone } from '../../forms/dates/days.ts';
import { updateListParams } from '../../lists/listState.ts';
import { isSortRefused } from '../list/NoOrders.tsx';

/** One choice of a filter: its value in the address, its label, and the query keys of the API that it stands for. */
interface FilterChoice {
  value: string;
  label: string;
  query: Readonly<Record<string, string>>;
}

/** A filter of the queue, or its sort order. The first choice applies when the address names none. */
export interface DeskFilter {
  name: 'for' | 'waiting' | 'marks' | 'by';
  label: string;
  choices: readonly [FilterChoice, ...FilterChoice[]];
}

const waitingLabels = {
  '1_hour': 'Over 1 hour',
  '4_hours': 'Over 4 hours',
  '1_day': 'Over 1 day',
  '3_days': 'Over 3 days',
  '1_week': 'Over 1 week',
  '1_month': 'Over 1 month',
} as const satisfies Record<keyof typeof waitingTimeFilters, string>;

/** The filters of the queue and its sort order, each a query key of the API (`api/features/orders/list/queue-keys.ts`). */
export const deskFilters: readonly DeskFilter[] = [
  {
    name: 'for',
    label: 'Assigned to',
    choices: [
      { value: '', label: 'Anyone', query: {} },
      { value: 'me', label: 'Me', query: { assignedTo: 'me' } },
      { value: 'nobody', label: 'Nobody', query: { assignedTo: 'nobody' } },
    ],
  },
  {
    name: 'waiting',
    label: 'Waiting',
    choices: [
      { value: '', label: 'Any time', query: {} },
      ...Object.entries(waitingLabels).map(([value, label]) => ({ value, label, query: { waitingLonger: value } })),
    ],
  },
  {
    name: 'marks',
    label: 'Show',
    choices: [
      { value: '', label: 'All orders', query: {} },
      { value: 'decidable', label: 'Those I can decide', query: { waitingFor: 'me' } },
      { value: 'overdue', label: 'Overdue', query: { due: 'overdue', filterTimeZone: localTimeZone() } },
      { value: 'waivers', label: 'Requested waivers', query: { waivers: 'requested' } },
    ],
  },
  {
    name: 'by',
    label: 'Sort by',
    choices: [
      { value: '', label: 'Waiting longest', query: { sort: 'waitingSince' } },
      { value: 'needed', label: 'Needed by', query: { sort: 'neededBy,waitingSince', due: 'dated' } },
    ],
  },
];

/** Rows that the queue loads. A moderator who decides them all gets the next ones with "Update list". */
const limit = 100;

/**
 * The API queries of the queue for the filters in an address; the list shows their results one after the other. Unknown
 * values count as none. The database sorts missing values first, so orders without a needed-by date are a query of their
 * own, which follows that of the dated ones. With `isSortLimited` the queue is sorted by last change, which has an index:
 * the API refuses the other sorts for more than 10,000 orders (design 3).
 */
export function deskQueries(params: URLSearchParams, isSortLimited = false): [DeskQuery, DeskQuery?] {
  const chosen = deskFilters.map(({ name, choices }) => choiceOf(params.get(name), choices).query);
  // Overdue orders have a date.
  const due = chosen.findLast((each) => each.due === 'overdue');
  const search = params.get('search');
  const query: DeskQuery = Object.assign(
    { status: 'PENDING', limit, columns: deskColumns, populate: 'client,user,assignedTo' },
    ...chosen,
    due,
    search ? { search } : {},
  );
  if (query.due !== 'dated') return [isSortLimited ? { ...query, sort: 'updatedAt' } : query];
  const { due: _, ...others } = query;
  if (isSortLimited) return [{ ...others, sort: 'updatedAt' }];
  return [query, { ...others, 'neededBy.is': 'empty', sort: 'waitingSince' }];
}

type DeskQuery = Record<string, string | number>;

/** The pages of the queue's queries as one list. Rows of the second query follow only once all of the first are shown. */
export function joinPages(
  first: Page<PopulatedOrder> | undefined,
  second: Page<PopulatedOrder> | undefined,
): { orders: readonly PopulatedOrder[]; total: number | undefined } {
  const orders = first?.results ?? [];
  if (!first || !second) return { orders, total: first?.pagination.total };
  const isWhole = first.pagination.total <= orders.length;
  return {
    orders: isWhole ? [...orders, ...second.results] : orders,
    total: first.pagination.total + second.pagination.total,
  };
}

const choiceOf = (value: string | null, choices: DeskFilter['choices']): FilterChoice =>
  choices.find((each) => each.value === value) ?? choices[0];

/** A row of the queue: an order, and what this person has decided about it since the list was loaded. */
export interface DeskRow {
  order: PopulatedOrder;
  /** 'Approved', or 'Decided' if somebody else did it. Undefined while it waits. */
  decision: string | undefined;
}

/**
 * The rows after a reload: known rows keep their places, so that nothing moves under the pointer; new ones come last.
 * An order that is missing now was decided, here or by somebody else.
 */
export function mergeRows(
  shown: readonly PopulatedOrder[],
  loaded: readonly PopulatedOrder[],
  decisions: ReadonlyMap<string, string>,
): DeskRow[] {
  const byId = new Map(loaded.map((order) => [order.id, order]));
  const known = new Set(shown.map(({ id }) => id));
  const rows = shown.map((order) => {
    const now = byId.get(order.id);
    return { order: now ?? order, decision: decisions.get(order.id) ?? (now ? undefined : 'Decided') };
  });
  const added = loaded.filter(({ id }) => !known.has(id));
  return [...rows, ...added.map((order) => ({ order, decision: decisions.get(order.id) }))];
}

/** The next row that waits for a decision: after this one, else from the top. Undefined if there is none. */
export function nextWaiting(rows: readonly DeskRow[], id: string | undefined): DeskRow | undefined {
  const index = rows.findIndex(({ order }) => order.id === id);
  return [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].find(({ decision }) => !decision);
}

/** The row above or below, for the keys j and k. */
export function rowBeside(rows: readonly DeskRow[], id: string | undefined, step: 1 | -1): DeskRow | undefined {
  const index = rows.findIndex(({ order }) => order.id === id);
  return index < 0 ? rows[0] : rows[index + step];
}

/** The queue as the page shows it. */
export interface DeskQueue {
  rows: readonly DeskRow[];
  /** How many orders match the filters; undefined until that is known. */
  total: number | undefined;
  isLoading: boolean;
  isStale: boolean;
  error: Error | null;
  /** Whether too many orders match for the chosen sort, so that they are sorted by last change. */
  isSortLimited: boolean;
  retry: () => void;
  /** Whether filters exclude orders. */
  isFiltered: boolean;
  /** The id of the order that is open: the one in the address, or the first that waits. */
  openId: string | undefined;
  /** Whether the address names the open order; otherwise a narrow window shows the list. */
  isOpened: boolean;
  params: URLSearchParams;
  /** Changes a filter or the search. The list starts anew. */
  filter: (name: DeskFilter['name'] | 'search' | 'all', value: string) => void;
  /** Opens an order, or returns to the list. */
  show: (id: string | null) => void;
  /** Marks an order as decided; null takes that back. */
  mark: (id: string, decision: string | null) => void;
  /** Drops decided rows and loads the list anew. */
  update: () => void;
}

/** Hook: the approvals queue with its filters and the open order, which are in the address. */
export function useDeskQueue(): DeskQueue {
  const [params, setParams] = useSearchParams();
  const chosen = JSON.stringify(deskQueries(params));
  const [limited, setLimited] = useState('');
  const isSortLimited = limited === chosen;
  const [query, followingQuery] = deskQueries(params, isSortLimited);
  const hasFollowing = followingQuery !== undefined;
  const key = JSON.stringify(query);
  const [shown, setShown] = useState<{ key: string; orders: readonly PopulatedOrder[] }>({ key, orders: [] });
  const [decisions, setDecisions] = useState<ReadonlyMap<string, string>>(new Map());
  const first = useQuery(listOf('orders', query));
  const following = useQuery({ ...listOf('orders', followingQuery ?? {}), enabled: hasFollowing });
  const lists = hasFollowing ? [first, following] : [first];
  const isPending = lists.some((each) => each.isPending);
  const isStale = lists.some((each) => each.isPlaceholderData);
  const { orders, total } = useMemo(
    () =>
      isPending ? joinPages(undefined, undefined) : joinPages(first.data, hasFollowing ? following.data : undefined),
    [isPending, first.data, following.data, hasFollowing],
  );
  const loaded = isPending || isStale ? undefined : orders;
  const before = shown.key === key ? shown.orders : [];
  const rows = useMemo(
    () => mergeRows(before, loaded ?? (before.length > 0 ? before : orders), decisions),
    [before, loaded, orders, decisions],
  );
  if (loaded && (shown.key !== key || rows.length > shown.orders.length))
    setShown({ key, orders: rows.map(({ order }) => order) });
  const named = params.get('order') ?? undefined;
  const openId = named ?? nextWaiting(rows, undefined)?.order.id;
  const change = (changes: Record<string, string>) =>
    setParams((now) => updateListParams(now, changes), { replace: true });
  const error = lists.find((each) => each.error)?.error ?? null;
  if (error && isSortRefused(error) && !isSortLimited) setLimited(chosen);
  const refetch = () => Promise.all(lists.map((each) => each.refetch()));
  return {
    rows,
    total,
    isLoading: isPending && !error,
    isStale,
    error,
    isSortLimited,
    retry: () => void refetch(),
    isFiltered: params.has('search') || deskFilters.some(({ name }) => name !== 'by' && params.get(name)),
    openId,
    isOpened: named !== undefined,
    params,
    filter: (name, value) => {
      setShown({ key: '', orders: [] });
      change(
        name === 'all'
          ? { for: '', waiting: '', marks: '', by: '', search: '', order: '' }
          : { [name]: value, order: '' },
      );
    },
    show: (id) => change({ order: id ?? '' }),
    mark: (id, decision) =>
      setDecisions((now) => new Map([...now].filter(([each]) => each !== id).concat(decision ? [[id, decision]] : []))),
    update: () => {
      void refetch().then(() => {
        setDecisions(new Map());
        setShown({ key: '', orders: [] });
      });
    },
  };
}

/** What a row says about its order, besides its name: 'change', problems and waivers. */
export function marksOf({ changeDate, problemCount, waiverCount, bypassRequestedBy }: PopulatedOrder): string[] {
  // Orders that were pending before the counts were stored know only who requested the bypass.
  const waivers = waiverCount || (bypassRequestedBy ? 1 : 0);
  return [
    ...(changeDate === null ? [] : ['Change']),
    ...(problemCount ? [problemCount === 1 ? '1 problem' : `${problemCount} problems`] : []),
    ...(waivers ? [waivers === 1 ? '1 waiver requested' : `${waivers} waivers requested`] : []),
  ];
}
