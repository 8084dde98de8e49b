import { request } from '../api/request.ts';

/** `keepalive` requests are limited to 64 KiB, headers included. Bytes. */
const keepaliveLimit = 60_000;
/** Timeouts, so that a lost request does not block the following saves forever; milliseconds. */
const timeouts = { automatic: 20_000, pressed: 60_000 };

/** PATCHes a record with the revision that the changes are based on (optimistic locking). Throws ApiError. */
export function patchRecord<Answer>({
  path,
  changes,
  revision,
  isAutomatic,
}: {
  path: string;
  changes: object;
  revision: number;
  isAutomatic: boolean;
}): Promise<Answer> {
  return request<Answer>({
    method: 'PATCH',
    path,
    revision,
    body: changes,
    ...deliveryOf(changes, isAutomatic),
  });
}

/** The timeout of a save, and `keepalive`, which lets the last autosave finish when the page is left. */
export const deliveryOf = (body: object, isAutomatic: boolean) => ({
  signal: AbortSignal.timeout(isAutomatic ? timeouts.automatic : timeouts.pressed),
  keepalive: isAutomatic && bytesOf(body) < keepaliveLimit,
});

/** GETs a record again. Throws ApiError. */
export const fetchRecord = <Answer>(path: string): Promise<Answer> => request<Answer>({ path });

const bytesOf = (changes: object) => new TextEncoder().encode(JSON.stringify(changes)).length;
