import { extname } from 'node:path';
import contentDisposition from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { now } from '../../../platform/clock/clock.ts';
import { JsonRows } from '../../store/bson-to-json.ts';
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
  /** Adds a row without `shown` if that is possible, and returns whether it did. */
  add?: (rows: JsonRows, row: T) => boolean;
}

/**
 * Sends a page in the requested dialect; both include the pagination headers (design 3). The page is cut at 4 MiB,
 * because populated and computed values may enlarge the rows, and says so. At least one row is sent.
 */
export async function sendPage<T>(
  reply: FastifyReply,
  { name, query, page, shown, add = () => false }: Reply<T>,
): Promise<FastifyReply> {
  const { total, results } = page;
  const rows = rowsWithinLimit(results, { shown, add });
  const endsEarly = page.endsEarly || rows.count < results.length;
  const last = query.skip + rows.count - 1;
  const hasRange = rows.count > 0 && !query.after;
  reply.header('Content-Range', `${name} ${hasRange ? `${query.skip}-${last}` : '*'}/${total}`);
  reply.header('X-Total-Count', total);
  if (page.totalIsMinimum) reply.header('X-Total-Is-Minimum', 'true');
  reply.header('Content-Type', `${query.dialect === 'simple' ? rowsType : 'application/json'}; charset=utf-8`);
  const hasNext = endsEarly || page.isMore;
  const next = hasNext ? { next: encodeCursor(await page.cursorAt(rows.count - 1), query.list) } : {};
  if (page.sums) reply.header('X-Sums', JSON.stringify(page.sums));
  if (page.suggestion) reply.header('X-Suggestion', encodeURIComponent(page.suggestion));
  if (query.dialect === 'simple')
    return reply.headers(next.next ? { 'X-Next': next.next } : {}).send(rows.within('[', ']'));
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
  return reply.send(rows.within(`{"pagination":${JSON.stringify(pagination)},"results":[`, ']}'));
}

/** As many rows as fit into the size limit. */
function rowsWithinLimit<T>(results: T[], { shown, add }: Required<Pick<Reply<T>, 'shown' | 'add'>>): JsonRows {
  const rows = new JsonRows();
  for (const result of results) {
    if (!add(rows, result)) rows.addJson(JSON.stringify(shown(result)));
    if (rows.length <= maxPageBytes || rows.count === 1) continue;
    rows.removeLast();
    break;
  }
  return rows;
}
