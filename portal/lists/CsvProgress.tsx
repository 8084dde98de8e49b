import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../look/Button.tsx';
import { useToast } from '../look/Toasts.tsx';
import type { CsvDownloadProps } from './CsvDownload.tsx';
import styles from './CsvProgress.module.css';
import { downloadCsv } from './downloadCsv.ts';

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
