import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  BulkJob,
  Channel,
  Client,
  Entity,
  GuildResource,
  Order,
  OrderBatch,
  Product,
  ProspectAudit,
  Report,
  ReportSchedule,
  SavedView,
  ShareLink,
  User,
} from '#schemas/generated/types.ts';
import { ApiError, type FieldProblem } from './ApiError.ts';
import { preloadedResponse, type QueryValue, request } from './request.ts';
import { retryInterval } from './retry.ts';

/** A record as the `/list` endpoints return it; also the minimum that every populated reference contains. */
export type NamedRecord = { id: string; name: string; slug?: string };

/**
 * A reference after `populate`: the record, or only its id when the person may not read it. Users have a name in any
 * case (design 3).
 */
export type Reference<Record extends NamedRecord = NamedRecord> = Record | string;

/** An order as the pages request it, with its references populated. */
export type PopulatedOrder = Omit<Order, 'client' | 'user' | 'assignedTo' | 'products'> & {
  client: Reference<Client> | null;
  user: Reference<NamedRecord & Partial<Pick<User, 'email'>>>;
  assignedTo: Reference | null;
  products: PopulatedLine[];
  problems?: FieldProblem[];
};

/** A line of an order with its product populated. */
export type PopulatedLine = Omit<Order['products'][number], 'product'> & { product: Reference<Product> };

/**
 * The response to a save: the record with the ids of its parts, its current validation problems, and the values that
 * the form's rules normalized.
 */
export type SaveResponse = Order & {
  problems?: FieldProblem[];
  normalized?: { path: string; from: unknown; to?: unknown }[];
};

/** Returns the name of a reference, or `fallback` when the person may not read it. */
export function nameOf(reference: Reference | null, fallback: string): string {
  return typeof reference === 'object' && reference !== null ? reference.name : fallback;
}

/** Returns the id of a reference, populated or not. */
export function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** The record type behind each path of the API. */
type Resources = {
  bulk_jobs: BulkJob;
  clients: Client;
  channels: Channel;
  entities: Entity;
  guild_resources: GuildResource;
  order_batches: OrderBatch;
  orders: PopulatedOrder;
  products: Product;
  prospect_audit: ProspectAudit;
  report_schedules: ReportSchedule;
  reports: Report;
  saved_views: SavedView;
  share_links: ShareLink;
  users: User;
};

export type ResourcePath = keyof Resources;

/** One page of a list, with the total number of matches. */
export type Page<Row> = {
  pagination: {
    page: number;
    limit: number;
    total: number;
    totalIsMinimum?: boolean;
    /** The requested sums over all matches. */
    sums?: Record<string, number>;
    /** A similar query that finds something, when a search finds nothing. */
    suggestion?: string;
  };
  results: Row[];
};

type Query = Record<string, QueryValue>;

/** Query options for one page of a resource's list. The previous rows stay visible until the new ones arrive. */
export function listOf<Path extends ResourcePath>(path: Path, query: Query) {
  return queryOptions({
    queryKey: [path, 'list', query],
    queryFn: ({ signal }) => request<Page<Resources[Path]>>({ path, query, signal }),
    initialData: () => preloadedResponse<Page<Resources[Path]>>({ path, query }),
    placeholderData: keepPreviousData,
  });
}

/** Query options for the number of records that match a filter. */
export function countOf(path: ResourcePath, query: Query) {
  const call = { path, query: { ...query, limit: 1 } };
  return queryOptions({
    queryKey: [path, 'count', query],
    queryFn: async ({ signal }) => (await request<Page<unknown>>({ ...call, signal })).pagination.total,
    initialData: () => preloadedResponse<Page<unknown>>(call)?.pagination.total,
  });
}

/** Query options for one record. */
export function recordOf<Path extends ResourcePath>(path: Path, id: string, query: Query = {}) {
  return queryOptions({
    queryKey: [path, 'record', id, query],
    queryFn: ({ signal }) => request<Resources[Path]>({ path: `${path}/${id}`, query, signal }),
    initialData: () => preloadedResponse<Resources[Path]>({ path: `${path}/${id}`, query }),
  });
}

/** Query options for all records of a resource that a person can choose from, sorted by name. */
export function choicesOf(path: 'channels' | 'forms') {
  return queryOptions({
    queryKey: [path, 'choices'],
    queryFn: ({ signal }) => request<NamedRecord[]>({ path: `${path}/list`, signal }),
    initialData: () => preloadedResponse<NamedRecord[]>({ path: `${path}/list` }),
    staleTime: 60_000,
  });
}

/** Whether the request failed without a usable response (network error or 503), so that a retry may succeed. */
const isUnanswered = (error: Error | null): boolean =>
  error !== null && (!(error instanceof ApiError) || error.code === 'UNKNOWN' || error.status === 503);

/**
 * Creates the query cache of the portal (TanStack Query). It refetches on focus, to show changes made elsewhere (design
 * 6). It polls requests that got no response, and refetches as soon as the network is back.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: ({ state }) => isUnanswered(state.error) && retryInterval,
        retry: (failures, error) => error instanceof ApiError && error.code === 'UNKNOWN' && failures < 2,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
