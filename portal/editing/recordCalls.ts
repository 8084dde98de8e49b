import { request } from '../api/request.ts';

/** What browsers send of a page that was left: 64 KiB in all, the request's head included. Bytes. */
const outliving = 60_000;
/** A request that the network swallowed must not hold up the saves after it for ever; milliseconds. */
const patience = { automatic: 20_000, pressed: 60_000 };

/** One save of what is at a path, meant for a revision. Throws ApiError. */
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
    signal: AbortSignal.timeout(isAutomatic ? patience.automatic : patience.pressed),
    // The last automatic save may be on its way when the page is left.
    keepalive: isAutomatic && bytesOf(changes) < outliving,
  });
}

/** Reads what is at a path anew. Throws ApiError. */
export const readRecord = <Answer>(path: string): Promise<Answer> => request<Answer>({ path });

const bytesOf = (changes: object) => new TextEncoder().encode(JSON.stringify(changes)).length;
