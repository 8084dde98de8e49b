import { request } from './request.ts';

let cached: Promise<number> | undefined;

/**
 * Returns the maximum upload size in bytes, fetched once and cached. If the request fails, returns infinity: then only
 * the server checks the size.
 */
export async function fileLimit(): Promise<number> {
  cached ??= request<{ fileLimit: number }>({ path: 'data/config', isOpen: true }).then((config) => config.fileLimit);
  try {
    return await cached;
  } catch {
    cached = undefined;
    return Number.POSITIVE_INFINITY;
  }
}
