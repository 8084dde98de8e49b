import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, noResponseError } from '../api/ApiError.ts';
import { errorOf, type QueryValue, queryString } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import type { CsvDownloadProps } from './CsvDownload.tsx';
import styles from './CsvProgress.module.css';

const number = new Intl.NumberFormat('en-US');

/** Starts the CSV download when it mounts and shows its progress, with a button to abort. */
export function CsvProgress({ path, query, total, onEnd }: CsvDownloadProps & { onEnd: () => void }) {
  const toast = useToast();
  const [rows, setRows] = useState(0);
  const stop = useRef<() => void>(undefined);
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await downloadCsv({ path, query, signal, onRows: setRows });
      toast('CSV downloaded');
    } catch (error) {
      if (!signal.aborted)
        toast(`The CSV couldn't be created: ${error instanceof Error ? error.message : String(error)}`, {
          isError: true,
        });
    }
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = () => controller.abort();
    let isShown = true;
    void begin(controller.signal).then(() => isShown && end());
    return () => {
      isShown = false;
      controller.abort();
    };
  }, []);
  const words =
    total === undefined ? `${number.format(rows)} rows` : `${number.format(rows)} of ${number.format(total)}`;
  return (
    <span className={styles.busy}>
      <progress className={styles.bar} aria-label="CSV download" value={total && rows} max={total} />
      <span>{words}</span>
      <Button kind="quiet" onClick={() => stop.current?.()}>
        Cancel
      </Button>
    </span>
  );
}

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
async function downloadCsv({ path, query, signal, onRows }: Csv): Promise<void> {
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
  save(
    new Blob(pieces, { type: 'text/csv' }),
    `${path.replaceAll('/', '-')}-${new Date().toISOString().slice(0, 10)}.csv`,
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const quote = 0x22;
const lineEnd = 0x0a;

/**
 * Returns a streaming counter of CSV rows: pass it each chunk, it returns the rows so far, without the header. Line
 * breaks inside quotes do not count.
 */
export function createCsvRowCounter(): (bytes: Uint8Array) => number {
  let ends = 0;
  let isQuoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineEnd && !isQuoted) ends += 1;
    }
    return Math.max(0, ends - 1);
  };
}
