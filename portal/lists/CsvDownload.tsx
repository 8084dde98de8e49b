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
  /** The list, below /api. */
  path: string;
  /** What it is asked for, without its page. */
  query: Record<string, QueryValue>;
  /** The rows to come, where that is known. */
  total: number | undefined;
}

/** Downloads the list as it stands, all of its pages. */
export function CsvDownload(props: CsvDownloadProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  if (isUnderWay) return <CsvProgress {...props} onEnd={() => setUnderWay(false)} />;
  return (
    <Button kind="quiet" onClick={() => setUnderWay(true)}>
      Download CSV
    </Button>
  );
}
