import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '#schemas/resource/resource.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { signedIn } from '../../access/signed-in.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { StoredRow } from '../../store/store.ts';
import type { ResourceHooks } from '../rules/declaration.ts';
import { toResponse } from '../rules/serializer.ts';
import { idParams } from '../schemas/body-schema.ts';
import type { Documentation } from '../schemas/documentation.ts';
import { type Column, defaultColumns, projectRecord } from './columns.ts';
import { csvTimeout, prefersCsv, sendCsv, streamCsv } from './csv.ts';
import { listDocumentationOf } from './documentation.ts';
import type { ListPage, StoredPage } from './list.ts';
import type { ExtraQueryKeys } from './list-parameters.ts';
import { listParameterTable, maxPageSize } from './parameters.ts';
import { type ListQuery, parseListQuery, rawFilters } from './query.ts';
import { addShown, sendPage } from './reply.ts';
import { transcodeCsv } from './transcode-csv.ts';
import { isTranscoded, rowTranscoder } from './transcode-rows.ts';
import { visibleResource } from './visible-resource.ts';
import { sendXlsx } from './xlsx.ts';

/** URL and configuration of a list route. */
export interface ListRoute {
  resource: Resource;
  url: string;
  /** Parent id parameters in the URL. */
  parents: string[];
  /** Query keys that are no fields. */
  extraKeys: ExtraQueryKeys;
  /** The resource's own list configuration. */
  declaration?: Pick<ResourceHooks<unknown>, 'mapColumns'>;
  /** The default columns of this list, in JSON too; by default rows are whole records. */
  isLaidOut?: (column: Column) => boolean;
  /** OpenAPI documentation that differs from the resource's own list. */
  documentation?: Partial<Documentation>;
  calls: (request: FastifyRequest) => Promise<ListCalls> | ListCalls;
}

/** List operations for one viewer, independent of where the records are stored. */
export interface ListCalls {
  list(query: ListQuery): Promise<ListPage>;
  /** The same before references are populated, if nothing else is computed for the rows. */
  listStored?(query: ListQuery): Promise<StoredPage>;
  /** All records in batches, for exports. */
  rows(query: ListQuery): AsyncIterable<object[]>;
  /** The same as the database sent them, if nothing else is computed for the rows. */
  storedRows?(query: ListQuery): AsyncIterable<StoredRow<object>[]>;
}

/** Registers a list route: pages in both dialects, and files under `.csv` (or by Accept:
 * text/csv) and `.xlsx` (design 3). */
export function registerList(app: FastifyInstance, place: ListRoute): void {
  const { url, parents, calls, isLaidOut } = place;
  const schema = parents.length > 0 ? { params: idParams(...parents) } : {};
  const exported = async (request: FastifyRequest) => {
    const { viewer, visible, query } = await parseRequest(place, request, true);
    const usual = defaultColumns(visible);
    const columns = query.columns ?? (isLaidOut ? usual.filter(isLaidOut) : usual);
    const selected = { ...query, columns };
    const { rows, storedRows } = await calls(request);
    const { name } = place.resource;
    const subject = { type: name };
    const details = { list: request.url.slice(0, maxUrlLength) };
    await recordAuditEvent({ by: viewer, kind: 'export', action: 'export', subject, details });
    const options = { columns, populate: query.populate, viewer, timeZone: query.timeZone };
    return { ...options, name, rows: rows(selected), storedRows: storedRows?.(selected) };
  };
  const csv = async (request: FastifyRequest, reply: FastifyReply) => {
    const source = await exported(request);
    return await sendCsv(reply, nameOf(url), transcodeCsv(source) ?? streamCsv(source));
  };

  const options = { schema, handlerTimeout: csvTimeout };
  app.get(url, { ...options, config: { ...documented(place, 'list'), isHeavy } }, async (request, reply) => {
    if (prefersCsv(request)) return await csv(request, reply);
    const { viewer, visible, query } = await parseRequest(place, request, false);
    const columns = query.columns ?? (isLaidOut && defaultColumns(visible).filter(isLaidOut));
    const { list, listStored } = await calls(request);
    const shown = (record: object) => chosen(toResponse(visible, record, viewer), columns);
    const selected = { ...query, columns };
    const sent = { name: nameOf(url), query };
    if (listStored && isTranscoded(visible, selected)) {
      const page = await listStored(selected);
      const add = await rowTranscoder(visible, page, { viewer, columns, populate: query.populate, shown });
      return await sendPage(reply, { ...sent, page, rows: page.rows, add });
    }
    const page = await list(selected);
    return await sendPage(reply, { ...sent, page, rows: page.results, add: addShown(shown) });
  });
  app.get(`${url}.csv`, { ...options, config: { ...documented(place, 'csv'), isHeavy: () => true } }, csv);
  app.get(
    `${url}.xlsx`,
    { ...options, config: { ...documented(place, 'xlsx'), isHeavy: () => true } },
    async (request, reply) =>
      await sendXlsx(reply, nameOf(url), { ...(await exported(request)), label: place.resource.label }),
  );
}

/** Whether a request counts as heavy: an export, or more rows than a normal page. */
function isHeavy(request: FastifyRequest): boolean {
  if (prefersCsv(request)) return true;
  const [first, last] = listParameterTable.range.read(String(recordOf(request.query).range), 'simple') ?? [0, 0];
  return last - first >= maxPageSize.page;
}

/** Maximum length of a URL in the audit log. */
const maxUrlLength = 500;

/** Parses the query with the fields that this viewer may see. Throws REQUEST_SCHEMA_INVALID. */
async function parseRequest(
  { resource, extraKeys, declaration }: ListRoute,
  request: FastifyRequest,
  isExport: boolean,
) {
  const [viewer, query] = [signedIn(request), recordOf(request.query)];
  const filters = rawFilters(query);
  const visible = await visibleResource({ resource, mapColumns: declaration?.mapColumns, viewer, filters });
  const place = request.url.split('?')[0] ?? '';
  return {
    viewer,
    visible,
    query: parseListQuery({ resource: visible, query, extraKeys: Object.keys(extraKeys), isExport, place }),
  };
}

function documented({ resource, extraKeys, documentation }: ListRoute, call: 'list' | 'csv' | 'xlsx') {
  return { documentation: { ...listDocumentationOf(resource, call, extraKeys), ...documentation } };
}

/** The list's name in headers and file names: the last part of its URL. */
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** With `columns`, keeps only these plus the fields that every update needs. */
function chosen(record: object, columns: Column[] | undefined): object {
  return columns ? projectRecord(record, ['id', 'revision', ...columns.map(({ name }) => name)]) : record;
}

const recordOf = (query: unknown): Record<string, unknown> => {
  if (query !== null && typeof query === 'object') return { ...query };
  throw new ApiError('APPLICATION_ERROR');
};
