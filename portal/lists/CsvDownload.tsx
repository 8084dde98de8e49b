import { useState } from 'react';
import type { QueryValue } from '../api/request.ts';
import { loadable, type Unarrived } from '../forms/loadable.tsx';
import { Button } from '../look/Button.tsx';

const CsvProgress = loadable(async () => (await import('./CsvProgress.tsx')).CsvProgress, {
  meanwhile: () => (
    <Button kind="quiet" isBusy>
      Download CSV
    </Button>
  ),
  missing: ({ tryAgain }: Unarrived) => (
    <Button kind="quiet" onClick={tryAgain}>
      Try the download again
    </Button>
  ),
});

export interface CsvDownloadProps {
  /** The list's path below /api. */
  path: string;
  /** The list's query without `page`. */
  query: Record<string, QueryValue>;
  /** The total number of rows, if known. */
  total: number | undefined;
}

/** A button that exports the whole list, all pages, as CSV. */
export function CsvDownload(props: CsvDownloadProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  if (isUnderWay) return <CsvProgress {...props} onEnd={() => setUnderWay(false)} />;
  return (
    <Button kind="quiet" onClick={() => setUnderWay(true)}>
      Download CSV
    </Button>
  );
}
