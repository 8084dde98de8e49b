import { extname } from 'node:path';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { now } from '../../../platform/clock/clock.ts';
import { JsonRows } from '../../store/bson-to-json.ts';
import { encodeCursor } from './cursor.ts';
import { maxPageBytes, type PageDetails } from './list.ts';
import type { ListQuery } from './query.ts';

/** Media type of a list in react-admin's dialect, which contains only rows. */
export const rowsType = 'application/vnd.portal.rows+json';

/** The Content-Disposition of a file to save: its name with the day before the extension. */
export function attachmentNamed(name: string): string {
  const extension = extname(name);
  return contentDisposition(`${name.slice(0, -extension.length)}-${now().toISOString().slice(0, 10)}${extension}`);
}

interface Reply<T> {
  /** List name in the response headers. */
  name: string;
  query: ListQuery;
  page: PageDetails;
  rows: T[];
  /** Adds a row to the JSON of the list. */
  add: (json: JsonRows, row: T) => void;
}

/** Adds rows as JSON of what a function returns for them. */
export const addShown =
  <T>(shown: (row: T) => unknown) =>
  (json: JsonRows, row: T): void =>
    json.addJson(JSON.stringify(shown(row)));

/**
 * Sends a page in the requested dialect; both include the pagination headers (design 3). The page is cut at 4 MiB,
 * because populated and computed values may enlarge the rows, and says so. At least one row is sent.
 */
export async function sendPage<T>(
  reply: FastifyReply,
  { name, query, page, rows, add }: Reply<T>,
): Promise<FastifyReply> {
  const { total } = page;
  const json = jsonWithinLimit(rows, add);
  const endsEarly = page.endsEarly || json.count < rows.length;
  const last = query.skip + json.count - 1;
  const hasRange = json.count > 0 && !query.after;
  reply.header('Content-Range', `${name} ${hasRange ? `${query.skip}-${last}` : '*'}/${total}`);
  reply.header('X-Total-Count', total);
  if (page.totalIsMinimum) reply.header('X-Total-Is-Minimum', 'true');
  reply.header('Content-Type', `${query.dialect === 'simple' ? rowsType : 'application/json'}; charset=utf-8`);
  const hasNext = endsEarly || page.isMore;
  const next = hasNext ? { next: encodeCursor(await page.cursorAt(json.count - 1), query.list) } : {};
  if (page.sums) reply.header('X-Sums', JSON.stringify(page.sums));
  if (page.suggestion) reply.header('X-Suggestion', encodeURIComponent(page.suggestion));
  if (query.dialect === 'simple')
    return reply.headers(next.next ? { 'X-Next': next.next } : {}).send(json.within('[', ']'));
  const pagination = {
    ...(query.after ? {} : { page: query.page }),
    limit: query.limit,
    total,
    ...(page.totalIsMinimum ? { totalIsMinimum: true } : {}),
    ...(endsEarly ? { endsEarly } : {}),
    ...next,
    ...(page.sums ? { sums: page.sums } : {}),
    ...(page.suggestion ? { suggestion: page.suggestion } : {}),
  };
  return reply.send(json.within(`{"pagination":${JSON.stringify(pagination)},"results":[`, ']}'));
}

/** As many rows as fit into the size limit. */
function jsonWithinLimit<T>(rows: T[], add: Reply<T>['add']): JsonRows {
  const json = new JsonRows();
  for (const row of rows) {
    add(json, row);
    if (json.length <= maxPageBytes || json.count === 1) continue;
    json.removeLast();
    break;
  }
  return json;
}
