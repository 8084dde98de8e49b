import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type {
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
import { answerAlong, type QueryValue, request } from './request.ts';
import { retryAfter } from './retrying.ts';

/** A record as the `/list` calls name it, and what any populated one has at least. */
export type Named = { id: string; name: string; slug?: string };

/** A reference as `populate` answers it: the record, or its id where one may not read it. */
export type Reference<Record extends Named = Named> = Record | string;

/** An order as the screens ask for it: with its people and things by name. */
export type ShownOrder = Omit<Order, 'client' | 'user' | 'products'> & {
  client: Reference<Client> | null;
  user: Reference<User>;
  products: ShownLine[];
  problems?: FieldProblem[];
};

export type ShownLine = Omit<Order['products'][number], 'product'> & { product: Reference<Product> };

/** What a save answers: the record with its ids, what would refuse it now, and what the form's rules changed in it. */
export type SavedOrder = Order & {
  problems?: FieldProblem[];
  normalized?: { path: string; from: unknown; to?: unknown }[];
};

/** A reference's name; `fallback` where it may not be read. */
export function nameOf(reference: Reference | null, fallback: string): string {
  return typeof reference === 'object' && reference !== null ? reference.name : fallback;
}

/** The id that a reference is or has. */
export function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : reference.id;
}

/** What each path of the API holds. */
type Resources = {
  clients: Client;
  channels: Channel;
  entities: Entity;
  guild_resources: GuildResource;
  order_batches: OrderBatch;
  orders: ShownOrder;
  products: Product;
  prospect_audit: ProspectAudit;
  report_schedules: ReportSchedule;
  reports: Report;
  saved_views: SavedView;
  share_links: ShareLink;
  users: User;
};

export type ResourcePath = keyof Resources;

export type Page<Row> = {
  pagination: { page: number; limit: number; total: number; totalIsMinimum?: boolean };
  results: Row[];
};

type Query = Record<string, QueryValue>;

/** A page of a resource's list; the rows before stay until the new ones come. */
export function listOf<Path extends ResourcePath>(path: Path, query: Query) {
  return queryOptions({
    queryKey: [path, 'list', query],
    queryFn: ({ signal }) => request<Page<Resources[Path]>>({ path, query, signal }),
    initialData: () => answerAlong<Page<Resources[Path]>>({ path, query }),
    placeholderData: keepPreviousData,
  });
}

/** How many records of a resource a filter finds. */
export function countOf(path: ResourcePath, query: Query) {
  const call = { path, query: { ...query, limit: 1 } };
  return queryOptions({
    queryKey: [path, 'count', query],
    queryFn: async ({ signal }) => (await request<Page<unknown>>({ ...call, signal })).pagination.total,
    initialData: () => answerAlong<Page<unknown>>(call)?.pagination.total,
  });
}

/** One record. */
export function recordOf<Path extends ResourcePath>(path: Path, id: string, query: Query = {}) {
  return queryOptions({
    queryKey: [path, 'record', id, query],
    queryFn: ({ signal }) => request<Resources[Path]>({ path: `${path}/${id}`, query, signal }),
    initialData: () => answerAlong<Resources[Path]>({ path: `${path}/${id}`, query }),
  });
}

/** All records of a resource that the caller may choose from, by name. */
export function choicesOf(path: 'channels' | 'forms') {
  return queryOptions({
    queryKey: [path, 'choices'],
    queryFn: ({ signal }) => request<Named[]>({ path: `${path}/list`, signal }),
    initialData: () => answerAlong<Named[]>({ path: `${path}/list` }),
    staleTime: 60_000,
  });
}

/** Nobody answered who would know: what failed so is worth another try. */
const isUnanswered = (error: Error | null): boolean =>
  error !== null && (!(error instanceof ApiError) || error.code === 'UNKNOWN' || error.status === 503);

/**
 * The portal's cache of answers. Asked again on focus, so that changes made elsewhere are seen (design 6), and what nobody
 * answered by itself, at once when the network is back.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchInterval: ({ state }) => isUnanswered(state.error) && retryAfter,
        retry: (failures, error) => error instanceof ApiError && error.code === 'UNKNOWN' && failures < 2,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
