import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type ExportOptions, exportQuery, exportQuestions, xlsxObstacle } from '#schemas/resource/export-options.ts';
import { ApiError, noResponseError } from '../api/ApiError.ts';
import { errorOf, type QueryValue, queryString } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { useToast } from '../look/Toasts.tsx';
import { setPreferences, usePreferences } from '../preferences/preferenceStore.ts';
import { exportOptionValues } from '../preferences/preferences.ts';
import type { ExportButtonProps } from './ExportButton.tsx';
import styles from './ExportDialog.module.css';

/** Asks for the format and the dates of an export, then shows its progress. The choices are remembered. */
export function ExportDialog({ total, onClose, ...list }: ExportButtonProps & { onClose: () => void }) {
  const { exportFormat, exportDates } = usePreferences();
  const [isRunning, setRunning] = useState(false);
  const obstacle = xlsxObstacle(total);
  const format = obstacle ? 'csv' : exportFormat;
  if (isRunning) return <ExportProgress {...{ ...list, total, format, dates: exportDates, onClose }} />;
  return (
    <Dialog
      title="Export"
      onClose={onClose}
      onSubmit={() => setRunning(true)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Export
          </Button>
        </>
      }
    >
      <Choice name="exportFormat" value={format} obstacles={obstacle ? { xlsx: obstacle } : {}} />
      <Choice name="exportDates" value={exportDates} />
    </Dialog>
  );
}

function Choice({
  name,
  value,
  obstacles = {},
}: {
  name: keyof ExportOptions;
  value: string;
  /** Why an answer can't be chosen. */
  obstacles?: Record<string, string>;
}) {
  const id = useId();
  const { title, words, hints }: { title: string; words: Record<string, string>; hints: Record<string, string> } =
    exportQuestions[name];
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      {exportOptionValues[name].map((option) => (
        <div key={option} className={styles.option}>
          <input
            type="radio"
            id={`${id}-${option}`}
            name={name}
            checked={option === value}
            disabled={option in obstacles}
            aria-describedby={`${id}-${option}-hint`}
            onChange={() => setPreferences({ [name]: option })}
          />
          <div>
            <label htmlFor={`${id}-${option}`}>{words[option]}</label>
            <span id={`${id}-${option}-hint`} className={styles.hint}>
              {obstacles[option] ?? hints[option]}
            </span>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const number = new Intl.NumberFormat('en-US');

interface ExportProgressProps extends ExportButtonProps {
  format: ExportOptions['exportFormat'];
  dates: ExportOptions['exportDates'];
  onClose: () => void;
}

/** Starts the download when it mounts and shows its progress. Closing the dialog aborts it. */
function ExportProgress({ path, query, total, format, dates, onClose }: ExportProgressProps) {
  const toast = useToast();
  const [rows, setRows] = useState(0);
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await downloadList({ path, format, query: { ...query, ...exportQuery(dates) }, signal, onRows: setRows });
      toast(`${format.toUpperCase()} downloaded`);
    } catch (error) {
      if (!signal.aborted)
        toast(`The file couldn't be created: ${error instanceof Error ? error.message : String(error)}`, {
          isError: true,
        });
    }
  });
  const end = useEffectEvent(onClose);
  useEffect(() => {
    const controller = new AbortController();
    let isShown = true;
    void begin(controller.signal).then(() => isShown && end());
    return () => {
      isShown = false;
      controller.abort();
    };
  }, []);
  const isCounted = format === 'csv' && total !== undefined;
  const words = isCounted ? `${number.format(rows)} of ${number.format(total)} rows` : 'Creating the file…';
  return (
    <Dialog title="Export" onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <progress className={styles.bar} aria-label="Export" value={isCounted ? rows : undefined} max={total || 1} />
      <p className={styles.count}>{words}</p>
    </Dialog>
  );
}

interface ListDownload {
  /** The list's path below /api. */
  path: string;
  format: ExportOptions['exportFormat'];
  query: Record<string, QueryValue>;
  signal: AbortSignal;
  /** Progress callback with the number of CSV rows received so far. */
  onRows: (rows: number) => void;
}

/**
 * Streams all pages of a list as a file and saves it. Throws ApiError; never saves a partial file. Rethrows an
 * AbortError when `signal` is aborted.
 */
async function downloadList({ path, format, query, signal, onRows }: ListDownload): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const count = createCsvRowCounter();
  try {
    const response = await fetch(`/api/${path}.${format}${queryString(query)}`, { credentials: 'include', signal });
    if (!response.ok || !response.body) throw errorOf(response.status, await response.json().catch(() => undefined));
    const reader = response.body.getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      if (format === 'csv') onRows(count(piece.value));
    }
  } catch (cause) {
    if (cause instanceof ApiError || signal.aborted) throw cause;
    throw noResponseError(0);
  }
  save(new Blob(pieces), `${path.replaceAll('/', '-')}-${new Date().toISOString().slice(0, 10)}.${format}`);
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
