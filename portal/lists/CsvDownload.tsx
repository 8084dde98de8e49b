import { useState } from 'react';
import type { QueryValue } from '../api/request.ts';
import { type LoadFailure, lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';

const CsvProgress = lazyComponent(async () => (await import('./CsvProgress.tsx')).CsvProgress, {
  fallback: () => (
    <Button kind="quiet" isBusy>
      Download CSV
    </Button>
  ),
  errorFallback: ({ retry }: LoadFailure) => (
    <Button kind="quiet" onClick={retry}>
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
  const [isDownloading, setDownloading] = useState(false);
  if (isDownloading) return <CsvProgress {...props} onEnd={() => setDownloading(false)} />;
  return (
    <Button kind="quiet" onClick={() => setDownloading(true)}>
      Download CSV
    </Button>
  );
}
