import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Report } from '#schemas/generated/types.ts';
import { groupingFields } from '#schemas/reports/groupings.ts';
import { reportFields, reportFilterFields, reportMeasures } from '#schemas/reports/report-config.ts';
import { maxSortedRows } from '#schemas/reports/report-settings.ts';
import { amountFields, amountsOf } from '#schemas/reports/report-summary.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import { filterParameters } from '../../engine/resource/lists/list-parameters.ts';
import { type ListQuery, parseFiltersOnly } from '../../engine/resource/lists/query.ts';
import { registerList } from '../../engine/resource/lists/routes.ts';
import { isMapColumn } from '../../engine/resource/lists/sorts.ts';
import { collectionOperations } from '../../engine/resource/records/records.ts';
import { pathId } from '../../engine/resource/routes/routes.ts';
import type { MapColumns } from '../../engine/resource/rules/declaration.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import { parseSortField, resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { reportRows } from './import-rows.ts';
import { assertRowsAre, newestOrders, orderQuery, orderRowRoutes, summarizeOrders, withConfig } from './order-rows.ts';
import { dataFields, reportFilter } from './report-filter.ts';
import { computeSummary } from './summary.ts';

const rows = resource('ReportRow');

/** The data fields of rows as columns of a report's view. */
const mapColumns: MapColumns = { map: 'data', hint: '', of: async () => dataFields, isServed: true };

/** Routes of reports besides the generated ones (design 3): summary and view. */
export async function reportRoutes(app: FastifyInstance): Promise<void> {
  const orderFields = reportFilterFields('Order').filter(
    ({ name }) => !rows.fields.some((field) => field.name === name),
  );
  const query = filterParameters({ ...rows, fields: [...rows.fields, ...dataFields, ...orderFields] });
  const documentation = { ...summaryDocumentation, query };
  app.get(
    '/api/reports/:id/summary',
    { schema: { params: idParams('id') }, config: { documentation, isHeavy: () => true } },
    async (request) => {
      const viewer = signedIn(request);
      // The shape of a request is checked before the report is read: its filters must be those of rows or of orders.
      const [requestedFilter, requestedOrders] = await Promise.all([
        orError(parseFiltersOnly({ resource: rows, mapColumns, viewer, query: request.query })),
        orError(orderQuery(viewer, request.query)),
      ]);
      if (requestedFilter instanceof ApiError && requestedOrders instanceof ApiError) throw requestedFilter;
      const report = await reportOf(request, viewer);
      if (report.kind === 'Order') {
        if (requestedOrders instanceof ApiError) throw requestedOrders;
        return await summarizeOrders(viewer, withConfig(report, requestedOrders));
      }
      if (requestedFilter instanceof ApiError) throw requestedFilter;
      const filters = [allowedFilter(viewer, 'read', 'ReportRow'), reportFilter(report), requestedFilter];
      const visibility = await visibleImportsFilter();
      return await computeSummary({
        kind: report.kind,
        filters,
        visibility,
        amounts: amountsOf(reportMeasures(report)),
      });
    },
  );

  app.post<{ Body: Pick<Report, 'kind' | 'config'> }>(
    '/api/reports/preview',
    { schema: { body: previewBody }, config: { documentation: previewDocumentation, isHeavy: () => true } },
    async (request) => {
      const viewer = signedIn(request);
      // Throws MISSING_ABILITY for users who may not create reports.
      allowedFilter(viewer, 'create', 'Report');
      if (request.body.kind === 'Order') {
        const query = withConfig(request.body, await orderQuery(viewer, {}, 'sorted'));
        const [found, summary] = await Promise.all([
          newestOrders(viewer, query, previewRows),
          summarizeOrders(viewer, query),
        ]);
        return { rows: found, summary };
      }
      const [filter, visibility] = [reportFilter(request.body), await visibleImportsFilter()];
      const filters = [allowedFilter(viewer, 'read', 'ReportRow'), filter];
      const [found, summary] = await Promise.all([
        storeOf('ReportRow').find({
          filter: { $and: [...filters, visibility] },
          sort: ['-createdAt'],
          limit: previewRows,
          only: ['data'],
        }),
        computeSummary({
          kind: request.body.kind,
          filters,
          visibility,
          amounts: amountsOf(reportMeasures(request.body)),
        }),
      ]);
      return { rows: found.map(({ id, data }) => ({ id, data })), summary };
    },
  );

  await orderRowRoutes(app);

  registerList(app, {
    resource: rows,
    url: '/api/reports/:id/view',
    parents: ['id'],
    extraKeys: {},
    declaration: { mapColumns },
    documentation: {
      tag: 'reports',
      summary: 'List the rows of the view of a Report',
      description:
        'Returns the rows of its kind that are not hidden and match the filters of its config. Supports filters on the row data: data.industry, data.fiscal_year_month.from.',
      errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE', 'DATABASE_VALIDATION_ERROR'],
    },
    calls: async (request) => {
      const viewer = signedIn(request);
      const report = await reportOf(request, viewer);
      assertRowsAre('imported', report);
      const ownFilter = reportFilter(report);
      const calls = collectionOperations({ name: 'ReportRow', declaration: reportRows, viewer });
      const within = async (query: ListQuery) => {
        const found = { ...query, filter: { $and: [ownFilter, query.filter] } };
        await assertSortable(viewer, found);
        return found;
      };
      return {
        list: async (query) => calls.list(await within(query)),
        rows: async function* (query) {
          yield* calls.rows(await within(query));
        },
      };
    },
  });
}

/** What was parsed, or the error of a request that does not fit. */
async function orError<T>(parsed: Promise<T>): Promise<T | ApiError> {
  try {
    return await parsed;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Throws REQUEST_DENIED when there are too many rows to sort by a data field, which happens in memory. */
async function assertSortable(viewer: Viewer, { sort, filter }: ListQuery): Promise<void> {
  if (!sort.some((each) => isMapColumn(parseSortField(each)[0]))) return;
  const found = { $and: [allowedFilter(viewer, 'read', 'ReportRow'), filter] };
  if ((await storeOf('ReportRow').count(found, maxSortedRows + 1)) <= maxSortedRows) return;
  const reason = `More than ${maxSortedRows.toLocaleString('en-US')} rows cannot be sorted; narrow them down with filters`;
  throw new ApiError('REQUEST_DENIED', { reason });
}

/** The report in the URL. Throws RESOURCE_NOT_FOUND. */
const reportOf = (request: FastifyRequest, viewer: Viewer): Promise<Report> =>
  loadReadable(viewer, 'Report', pathId(request, 'id'));

/** The number of rows of a preview. */
const previewRows = 20;

const { properties: bodyProperties } = createBody(resource('Report'));
const { kind, config } = Object(bodyProperties);
const previewBody = {
  type: 'object',
  properties: { kind, config },
  required: ['kind', 'config'],
  additionalProperties: false,
};

const amounts = Object.fromEntries(Object.keys(amountFields).map((name) => [name, { type: 'number' }]));
const sum = { rows: { type: 'integer' }, ...amounts };
const group = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      value: { type: 'string', description: 'What its rows have in common: the id of a channel or person.' },
      name: { type: 'string', description: 'The name of the channel or person.' },
      detail: { type: 'string', description: 'What tells it apart from others with the same name.' },
      ...sum,
    },
    required: ['value', 'rows'],
    additionalProperties: false,
  },
};

const summaryDocumentation = {
  summary: 'Get the totals of a Report',
  description:
    'Sums the rows of its view: those of its kind that are not hidden and match its filters. Vendor spend is included if a measure of its config needs it. A report of the kind Order sums the orders that the caller may read, at most the newest 10,000. Supports the filters of the rows: data.industry, data.fiscal_year_month.from, for orders status, submissionDate.from.',
  tag: 'reports',
  answer: {
    type: 'object',
    properties: {
      ...sum,
      by: {
        type: 'object',
        properties: Object.fromEntries(Object.keys(groupingFields).map((name) => [name, group])),
        additionalProperties: false,
      },
      isRebuilding: {
        type: 'boolean',
        description: 'Whether the precomputed totals are being rebuilt. In that case the rows themselves were counted.',
      },
      countedTo: {
        type: ['integer', 'null'],
        description: 'The number of rows counted, newest first, if there are more than the limit; else null.',
      },
    },
    required: ['rows', 'by', 'isRebuilding', 'countedTo'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY' as const, 'RESOURCE_NOT_FOUND' as const, 'DATABASE_VALIDATION_ERROR' as const],
};

/** An order in a preview. */
const orderData = {
  type: 'object',
  properties: Object.fromEntries(reportFields('Order').map(({ name, property: { type } }) => [name, { type }])),
  additionalProperties: false,
};

const previewDocumentation = {
  ...summaryDocumentation,
  summary: 'Preview a Report without saving it',
  description: 'Returns the newest 20 rows that a report with this kind and configuration would show, and its totals.',
  answer: {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, data: { anyOf: [rows.schema.properties.data, orderData] } },
          required: ['id', 'data'],
          additionalProperties: false,
        },
      },
      summary: summaryDocumentation.answer,
    },
    required: ['rows', 'summary'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY' as const, 'DATABASE_VALIDATION_ERROR' as const],
};
