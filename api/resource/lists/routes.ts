import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '#schemas/resource/resource.ts';
import { signedIn } from '../../access/signed-in.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { ApiError } from '../../errors/catalogue.ts';
import { answerOf } from '../rules/answer.ts';
import type { Declaration } from '../rules/declaration.ts';
import { idParams } from '../schemas/body-schema.ts';
import type { Documentation } from '../schemas/documentation.ts';
import { type Column, picked, usualColumns } from './columns.ts';
import { csvOf } from './csv.ts';
import { csvTimeout, prefersCsv, sendCsv } from './csv-reply.ts';
import { listDocumentationOf } from './documentation.ts';
import type { Page } from './list.ts';
import type { OwnKeys } from './list-parameters.ts';
import { mostRows, parameters } from './parameters.ts';
import { filtersIn, type ListQuery, parseListQuery } from './query.ts';
import { sendPage } from './reply.ts';
import { visibleTo } from './visible-resource.ts';

/** Where a list stands, and what it is made of. */
export interface ListPlace {
  resource: Resource;
  url: string;
  /** The ids in the address. */
  parents: string[];
  /** Query keys that name no field. */
  extraKeys: OwnKeys;
  /** The resource's own word on its rows and columns. */
  declaration?: Pick<Declaration<unknown>, 'heavy' | 'mapColumns'>;
  /** The columns that rows hold where no others are asked for, in JSON too; else rows are whole. */
  isLaidOut?: (column: Column) => boolean;
  /** What the OpenAPI document says of it in other words than of the resource's own list. */
  documentation?: Partial<Documentation>;
  calls: (request: FastifyRequest) => Promise<ListCalls> | ListCalls;
}

/** What can be done for one viewer with a list, wherever its records are kept. */
export interface ListCalls {
  list(query: ListQuery): Promise<Page>;
  /** All of the list, some hundred records at a time: what CSV is written from. */
  rows(query: ListQuery): AsyncIterable<object[]>;
}

/** Registers a list: pages in both dialects, and all of it as CSV under `.csv` or for who accepts text/csv (design 3). */
export function registerList(app: FastifyInstance, place: ListPlace): void {
  const { url, parents, calls, isLaidOut, declaration: { heavy = [] } = {} } = place;
  const schema = parents.length > 0 ? { params: idParams(...parents) } : {};
  const csv = async (request: FastifyRequest, reply: FastifyReply) => {
    const { viewer, visible, query } = await asked(place, request, true);
    const usual = usualColumns(visible, heavy);
    const columns = query.columns ?? (isLaidOut ? usual.filter(isLaidOut) : usual);
    const rows = (await calls(request)).rows({ ...query, columns });
    const subject = { type: place.resource.name };
    const details = { list: request.url.slice(0, longestAddress) };
    await recordEvent({ by: viewer, kind: 'export', action: 'export', subject, details });
    return await sendCsv(reply, nameOf(url), csvOf({ columns, rows, populate: query.populate, viewer }));
  };

  const options = { schema, handlerTimeout: csvTimeout };
  app.get(url, { ...options, config: { ...documented(place, 'list'), isHeavy } }, async (request, reply) => {
    if (prefersCsv(request)) return await csv(request, reply);
    const { viewer, visible, query } = await asked(place, request, false);
    const columns = query.columns ?? (isLaidOut && usualColumns(visible, heavy).filter(isLaidOut));
    const page = await (await calls(request)).list({ ...query, columns });
    const shown = (record: object) => chosen(answerOf(visible, record, viewer), columns);
    return await sendPage(reply, { name: nameOf(url), query, page, shown });
  });
  app.get(`${url}.csv`, { ...options, config: { ...documented(place, 'csv'), isHeavy: () => true } }, csv);
}

/** All of a list, or more of it than the pages of the other dialect hold. */
function isHeavy(request: FastifyRequest): boolean {
  if (prefersCsv(request)) return true;
  const [first, last] = parameters.range.read(String(recordOf(request.query).range), 'simple') ?? [0, 0];
  return last - first >= mostRows.page;
}

/** Of an address the log keeps so much. */
const longestAddress = 500;

/** Reads the query, as far as this viewer may ask. Throws REQUEST_SCHEMA_INVALID. */
async function asked({ resource, extraKeys, declaration }: ListPlace, request: FastifyRequest, isWhole: boolean) {
  const [viewer, query] = [signedIn(request), recordOf(request.query)];
  const filters = filtersIn(query);
  const visible = await visibleTo({ resource, mapColumns: declaration?.mapColumns, viewer, filters });
  const place = request.url.split('?')[0] ?? '';
  return {
    viewer,
    visible,
    query: parseListQuery({ resource: visible, query, extraKeys: Object.keys(extraKeys), isWhole, place }),
  };
}

function documented({ resource, extraKeys, documentation }: ListPlace, call: 'list' | 'csv') {
  return { documentation: { ...listDocumentationOf(resource, call, extraKeys), ...documentation } };
}

/** What a list is called in headers and file names: the last part of its address. */
const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** With `columns` only these, and what every change of a record needs to know. */
function chosen(record: object, columns: Column[] | undefined): object {
  return columns ? picked(record, ['id', 'revision', ...columns.map(({ name }) => name)]) : record;
}

const recordOf = (query: unknown): Record<string, unknown> => {
  if (query !== null && typeof query === 'object') return { ...query };
  throw new ApiError('APPLICATION_ERROR');
};
