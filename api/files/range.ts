import type { ByteRange } from './file-store.ts';

interface Asked {
  /** The header Range. */
  range: string | undefined;
  /** The header If-Range: the part is wanted only of this very state. */
  ifRange: string | undefined;
  etag: string;
  size: number;
}

/** The one part of a file that a request asks for; undefined for all of it, also when parts are asked for that no file has. */
export function askedRange({ range = '', ifRange, etag, size }: Asked): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === undefined || to === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size);
  return start < end ? { start, end } : undefined;
}
