import type { FastifyReply } from 'fastify';
import { cursorText } from './cursor.ts';
import { mostBytes, type Page } from './list.ts';
import type { ListQuery } from './query.ts';

/** What a list in react-admin's dialect is: its rows alone, so that by its type a page is always a page. */
export const rowsType = 'application/vnd.portal.rows+json';

interface Reply<T> {
  /** What the list is called in its headers. */
  name: string;
  query: ListQuery;
  page: Page<T>;
  /** A row as it is answered. */
  shown: (row: T) => unknown;
}

/**
 * Answers a page in the dialect that asked; both carry its place in headers (design 3). Where its rows come to 4 MiB it ends,
 * and says so: what was read of them may grow by what is populated and computed. One row at least is always answered.
 */
export async function sendPage<T>(reply: FastifyReply, { name, query, page, shown }: Reply<T>): Promise<FastifyReply> {
  const { total, results } = page;
  const rows = fitting(results, shown);
  const endsEarly = page.endsEarly || rows.length < results.length;
  const last = query.skip + rows.length - 1;
  const isPlaced = rows.length > 0 && !query.after;
  reply.header('Content-Range', `${name} ${isPlaced ? `${query.skip}-${last}` : '*'}/${total}`);
  reply.header('X-Total-Count', total);
  if (page.totalIsMinimum) reply.header('X-Total-Is-Minimum', 'true');
  reply.header('Content-Type', `${query.dialect === 'simple' ? rowsType : 'application/json'}; charset=utf-8`);
  const list = `[${rows.join(',')}]`;
  const goesOn = endsEarly || page.isMore;
  const next = goesOn ? { next: cursorText(await page.cursorAt(rows.length - 1), query.list) } : {};
  if (query.dialect === 'simple') return reply.headers(next.next ? { 'X-Next': next.next } : {}).send(list);
  const pagination = {
    ...(query.after ? {} : { page: query.page }),
    limit: query.limit,
    total,
    ...(page.totalIsMinimum ? { totalIsMinimum: true } : {}),
    ...(endsEarly ? { endsEarly } : {}),
    ...next,
  };
  return reply.send(`{"pagination":${JSON.stringify(pagination)},"results":${list}}`);
}

/** As many rows as fit, as JSON. */
function fitting<T>(results: T[], shown: (row: T) => unknown): string[] {
  const rows: string[] = [];
  let bytes = 0;
  for (const result of results) {
    const row = JSON.stringify(shown(result));
    bytes += Buffer.byteLength(row);
    if (bytes > mostBytes && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}
