import type { FastifyInstance } from 'fastify';
import type { Report } from '#schemas/generated/types.ts';
import { type Grouping, isRecordGrouping, orderGroupings, recordGroupings } from '#schemas/reports/groupings.ts';
import { reportFields, reportFilterFields } from '#schemas/reports/report-config.ts';
import { type Group, nameOfGroup, type SummaryResponse, summaryIn } from '#schemas/reports/report-summary.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { type Column, columnsOf } from '../../engine/resource/lists/columns.ts';
import { buildListFilter, withIndexes } from '../../engine/resource/lists/filters.ts';
import { readMatches } from '../../engine/resource/lists/list.ts';
import { conjunction, type ListQuery, parseFilterQuery, reactAdminFilters } from '../../engine/resource/lists/query.ts';
import { registerList } from '../../engine/resource/lists/routes.ts';
import { collectionOperations } from '../../engine/resource/records/records.ts';
import { pathId } from '../../engine/resource/routes/routes.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';
import { filtersOf } from './report-filter.ts';
import { groupStages } from './summary.ts';

// Orders as the rows of a report: they are read live from the list of orders, with its rights and its limits (design 3).

/** The resource of orders, reduced to what reports show and filter by. */
const orderRows: Resource = reducedToReports(resource('Order'));

function reducedToReports(orders: Resource): Resource {
  const { schema, fields } = orders;
  const ids = fields.filter(({ name }) => name === 'id');
  return {
    ...orders,
    fields: [...reportFilterFields('Order'), ...ids],
    // Rows are complete: nothing of the reduced record is left out.
    schema: { ...schema, 'x-store': { ...schema['x-store'], rowOmits: [] } },
  };
}

const subjectOf = (viewer: Viewer) => ({ name: 'Order' as const, declaration: {}, viewer });

/** The fields of reports as columns, by name. */
export const orderReportColumns = (names: readonly string[]): Column[] => {
  const columns = columnsOf(orderRows);
  return names.flatMap((name) => columns.filter((column) => column.name === name));
};

/** A list query that also has the filters of the report's config. Throws DATABASE_VALIDATION_ERROR for invalid ones. */
export function withConfig(report: Pick<Report, 'kind' | 'config'>, query: ListQuery): ListQuery {
  const problems: Problem[] = [];
  const requested = reactAdminFilters({ ...filtersOf(report) }, '/config/filters');
  const own = buildListFilter(withIndexes(orderRows), requested, { problems });
  if (problems.length > 0) throw invalidRecord(problems);
  return {
    ...query,
    filter: conjunction([own.filter, query.filter]),
    indexedFilter: conjunction([own.indexed, query.indexedFilter]),
    unindexed: [...own.unindexed, ...query.unindexed],
  };
}

/** Parses the filters of a request for orders, and its sort if it has one. */
export const orderQuery = (viewer: Viewer, query: unknown, rowParameters: 'filtersOnly' | 'sorted' = 'filtersOnly') =>
  parseFilterQuery({ resource: orderRows, mapColumns: undefined, viewer, query }, rowParameters);

/** The orders of a query in batches, with these columns. */
export const streamReportOrders = (viewer: Viewer, query: ListQuery, columns: Column[]): AsyncIterable<object[]> =>
  collectionOperations(subjectOf(viewer)).rows({ ...query, columns });

/** The newest orders of a query, with the fields of reports. */
export async function newestOrders(viewer: Viewer, query: ListQuery, limit: number) {
  const columns = columnsOf(orderRows);
  const { results } = await collectionOperations(subjectOf(viewer)).list({ ...query, skip: 0, limit, columns });
  return results.map((order) => ({ id: String(Reflect.get(order, 'id')), data: fieldsIn(order) }));
}

const fieldsIn = (order: object): Record<string, unknown> =>
  Object.fromEntries(reportFields('Order').map(({ name }) => [name, Reflect.get(order, name) ?? null]));

/** The most orders that a summary counts: the newest ones (design 3). */
const maxCounted = 10_000;

const sums = { rows: { $sum: 1 }, amount: { $sum: { $toDecimal: '$amount' } } };

/** Months are those of the time in UTC, as the filters by day have them. */
const groupValue = (grouping: string, field: string) =>
  grouping === ('submissionMonth' satisfies Grouping)
    ? { $dateToString: { format: '%Y-%m', date: `$${field}` } }
    : `$${field}`;

/**
 * Totals of the orders that the viewer may read, in one aggregation of at most `maxCounted` orders. Amounts are added as
 * decimals, because doubles would accumulate rounding errors. Throws REQUEST_SCHEMA_INVALID for a filter without an index
 * in a larger list.
 */
export async function summarizeOrders(viewer: Viewer, query: ListQuery): Promise<SummaryResponse> {
  const facets = Object.entries(orderGroupings).map(([name, field]) => {
    const names = isRecordGrouping(name) ? { ...sums, name: { $max: `$${recordGroupings[name].name}` } } : sums;
    return [name, groupStages(groupValue(name, field), names)] as const;
  });
  const names = Object.values(recordGroupings).map(({ name }) => name);
  return await readMatches(subjectOf(viewer), query, async (filter) => {
    const isMore = (await storeOf('Order').count(filter, maxCounted + 1)) > maxCounted;
    const newest = isMore ? [{ $sort: { updatedAt: -1 as const, _id: -1 as const } }, { $limit: maxCounted }] : [];
    const total = [{ $group: { _id: null, ...sums } }, { $project: { _id: 0 as const } }];
    const [found = {}] = await storeOf('Order').aggregate(filter, [
      ...newest,
      {
        $project: {
          amount: 1,
          ...Object.fromEntries([...Object.values(orderGroupings), ...names].map((field) => [field, 1])),
        },
      },
      { $facet: { total, ...Object.fromEntries(facets) } },
    ]);
    const { total: [whole] = [], ...by } = Object(found);
    const summary = summaryIn({ rows: 0, amount: 0, ...whole, by });
    for (const name of Object.keys(recordGroupings).filter(isRecordGrouping))
      summary.by[name] = await withDetails(viewer, name, summary.by[name] ?? []);
    return { ...summary, isRebuilding: false, countedTo: isMore ? maxCounted : null };
  });
}

/** The groups of records, by name. Those of the same name have what tells them apart. */
async function withDetails(viewer: Viewer, grouping: keyof typeof recordGroupings, groups: Group[]): Promise<Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups) byName.set(group.name ?? '', [...(byName.get(group.name ?? '') ?? []), group]);
  const ambiguous = [...byName.values()].filter((same) => same.length > 1);
  const texts = await detailsOf[grouping](
    viewer,
    ambiguous.flat().map(({ value }) => value),
  );
  const details = new Map<string, string>();
  for (const same of ambiguous) {
    const candidates = same.map(({ value }) => [...(texts.get(value) ?? []), value.slice(-6)]);
    const isDistinct = (column: (string | undefined)[]) => new Set(column.filter(Boolean)).size === same.length;
    const columns = (candidates[0] ?? []).map((_, index) => candidates.map((each) => each[index]));
    const column = columns.find(isDistinct) ?? same.map(({ value }) => value);
    same.forEach(({ value }, index) => {
      details.set(value, column[index] ?? value);
    });
  }
  return groups
    .map((group) => ({ ...group, ...(details.has(group.value) ? { detail: details.get(group.value) ?? '' } : {}) }))
    .toSorted((one, other) => nameOfGroup(grouping, one).localeCompare(nameOfGroup(grouping, other)));
}

/** Texts that may tell records of the same name apart, the best first, of those that the viewer may read. */
const detailsOf = {
  async channel(viewer: Viewer, ids: string[]) {
    const channels = await readableWithIds(viewer, 'Channel', ids, ['slug', 'entityId']);
    const places = { _id: { $in: channels.map(({ entityId }) => entityId) } };
    const entities = await storeOf('Entity').find({ filter: places, only: ['name'] });
    const names = new Map(entities.map(({ id, name }) => [id, name]));
    return new Map(channels.map(({ id, entityId, slug }) => [id, [names.get(entityId), slug]]));
  },
  async person(viewer: Viewer, ids: string[]) {
    const users = await readableWithIds(viewer, 'User', ids, ['email']);
    return new Map(users.map(({ id, email }) => [id, [email]]));
  },
} satisfies Record<
  keyof typeof recordGroupings,
  (viewer: Viewer, ids: string[]) => Promise<Map<string, (string | undefined)[]>>
>;

async function readableWithIds<Name extends 'Channel' | 'User'>(
  { ability }: Viewer,
  name: Name,
  ids: string[],
  only: string[],
) {
  const readable = conditionOf(ability, 'read', name);
  if (!readable || ids.length === 0) return [];
  return await storeOf(name).find({ filter: { $and: [readable, { _id: { $in: ids } }] }, only });
}

/** Throws RESOURCE_INOPERABLE for a report whose rows are in the other list. */
export function assertRowsAre(rows: 'orders' | 'imported', { id, kind }: Report): void {
  if ((kind === 'Order') === (rows === 'orders')) return;
  const reason =
    kind === 'Order'
      ? `The rows of this report are orders: GET /api/reports/${id}/orders`
      : `The rows of this report are not orders: GET /api/reports/${id}/view`;
  throw new ApiError('RESOURCE_INOPERABLE', { reason, details: { resourceType: 'Report', resourceId: id } });
}

/** GET /api/reports/{id}/orders: the rows of a report about orders, as a list of orders. */
export async function orderRowRoutes(app: FastifyInstance): Promise<void> {
  registerList(app, {
    resource: orderRows,
    url: '/api/reports/:id/orders',
    parents: ['id'],
    extraKeys: {},
    isLaidOut: ({ name }) => name !== 'id',
    documentation: {
      tag: 'reports',
      summary: 'List the orders of a Report whose rows are orders',
      description:
        'Returns the orders that the caller may read and that match the filters of its config. Sorts and filters without an index are limited to 10,000 orders.',
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE', 'DATABASE_VALIDATION_ERROR'],
    },
    calls: async (request) => {
      const viewer = signedIn(request);
      const report = await loadReadable(viewer, 'Report', pathId(request, 'id'));
      assertRowsAre('orders', report);
      const calls = collectionOperations(subjectOf(viewer));
      return {
        list: async (query) => calls.list(withConfig(report, query)),
        rows: (query) => calls.rows(withConfig(report, query)),
      };
    },
  });
}
