import { ApiError, noResponseError } from '../api/ApiError.ts';
import { errorOf, type QueryValue, queryString } from '../api/request.ts';
import { createCsvRowCounter } from './csvRows.ts';

interface Csv {
  /** The list's path below /api. */
  path: string;
  query: Record<string, QueryValue>;
  signal: AbortSignal;
  /** Progress callback with the number of rows received so far. */
  onRows: (rows: number) => void;
}

/**
 * Streams all pages of a list as CSV and saves them as a file. Throws ApiError; never saves a partial file. Rethrows an
 * AbortError when `signal` is aborted.
 */
export async function downloadCsv({ path, query, signal, onRows }: Csv): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const count = createCsvRowCounter();
  try {
    const response = await fetch(`/api/${path}.csv${queryString(query)}`, { credentials: 'include', signal });
    if (!response.ok || !response.body) throw errorOf(response.status, await response.json().catch(() => undefined));
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      onRows(count(piece.value));
    }
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    throw noResponseError(0);
  }
  save(new Blob(pieces, { type: 'text/csv' }), `${path}-${new Date().toISOString().slice(0, 10)}.csv`);
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
