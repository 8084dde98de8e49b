import { request } from './request.ts';

let known: Promise<number> | undefined;

/** How many bytes a file may have, asked for once; without an answer the server alone decides. */
export async function fileLimit(): Promise<number> {
  known ??= request<{ fileLimit: number }>({ path: 'data/config', isOpen: true }).then((config) => config.fileLimit);
  try {
    return await known;
  } catch {
    known = undefined;
    return Number.POSITIVE_INFINITY;
  }
}
