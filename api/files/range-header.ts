import type { ByteRange } from './file-store.ts';

interface RangeRequest {
  /** The Range header. */
  range: string | undefined;
  /** The If-Range header: send the part only if the ETag matches. */
  ifRange: string | undefined;
  etag: string;
  size: number;
}

/**
 * Parses a Range header (RFC 9110) with a single part. Returns undefined for the whole file, including unsupported or
 * unsatisfiable ranges.
 */
export function parseRange({ range = '', ifRange, etag, size }: RangeRequest): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (from === undefined || to === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size);
  return start < end ? { start, end } : undefined;
}
