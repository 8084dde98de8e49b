import { useEffect, useRef, useState } from 'react';
import type { QueryValue } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './CsvDownload.module.css';
import { downloadCsv } from './downloadCsv.ts';

const number = new Intl.NumberFormat('en-US');

interface CsvDownloadProps {
  /** The list, below /api. */
  path: string;
  /** What it is asked for, without its page. */
  query: Record<string, QueryValue>;
  /** The rows to come, where that is known. */
  total: number | undefined;
}

/** Downloads the list as it stands, all of its pages, and tells how far that is; it can be stopped. */
export function CsvDownload({ path, query, total }: CsvDownloadProps) {
  const say = useToast();
  const [rows, setRows] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setRows(0);
    try {
      await downloadCsv({ path, query, signal: controller.signal, onRows: setRows });
      say('The CSV is downloaded');
    } catch (error) {
      if (!controller.signal.aborted)
        say(`No file was made: ${error instanceof Error ? error.message : String(error)}`, { isError: true });
    }
    setRows(undefined);
  };
  if (rows === undefined)
    return (
      <Button kind="quiet" onClick={() => void begin()}>
        Download CSV
      </Button>
    );
  const words =
    total === undefined ? `${number.format(rows)} rows` : `${number.format(rows)} of ${number.format(total)}`;
  return (
    <span className={styles.busy}>
      <progress className={styles.bar} aria-label="Download of the CSV" value={total && rows} max={total} />
      <span>{words}</span>
      <Button kind="quiet" onClick={() => stop.current?.abort()}>
        Stop
      </Button>
    </span>
  );
}
