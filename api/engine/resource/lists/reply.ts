import { extname } from 'node:path';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { now } from '../../../platform/clock/clock.ts';
import { encodeCursor } from './cursor.ts';
import { type ListPage, maxPageBytes } from './list.ts';
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
  page: ListPage<T>;
  /** Serializes a row. */
  shown: (row: T) => unknown;
}

/**
 * Sends a page in the requested dialect; both include the pagination headers (design 3). The page is cut at 4 MiB,
 * because populated and computed values may enlarge the rows, and says so. At least one row is sent.
 */
export async function sendPage<T>(reply: FastifyReply, { name, query, page, shown }: Reply<T>): Promise<FastifyReply> {
  const { total, results } = page;
  const rows = rowsWithinLimit(results, shown);
  const endsEarly = page.endsEarly || rows.length < results.length;
  const last = query.skip + rows.length - 1;
  const hasRange = rows.length > 0 && !query.after;
  reply.header('Content-Range', `${name} ${hasRange ? `${query.skip}-${last}` : '*'}/${total}`);
  reply.header('X-Total-Count', total);
  if (page.totalIsMinimum) reply.header('X-Total-Is-Minimum', 'true');
  reply.header('Content-Type', `${query.dialect === 'simple' ? rowsType : 'application/json'}; charset=utf-8`);
  const list = `[${rows.join(',')}]`;
  const hasNext = endsEarly || page.isMore;
  const next = hasNext ? { next: encodeCursor(await page.cursorAt(rows.length - 1), query.list) } : {};
  if (page.sums) reply.header('X-Sums', JSON.stringify(page.sums));
  if (page.suggestion) reply.header('X-Suggestion', encodeURIComponent(page.suggestion));
  if (query.dialect === 'simple') return reply.headers(next.next ? { 'X-Next': next.next } : {}).send(list);
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
  return reply.send(`{"pagination":${JSON.stringify(pagination)},"results":${list}}`);
}

/** As many rows as fit into the size limit, as JSON. */
function rowsWithinLimit<T>(results: T[], shown: (row: T) => unknown): string[] {
  const rows: string[] = [];
  let bytes = 0;
  for (const result of results) {
    const row = JSON.stringify(shown(result));
    bytes += Buffer.byteLength(row);
    if (bytes > maxPageBytes && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}
