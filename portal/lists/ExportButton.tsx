import { useState } from 'react';
import type { QueryValue } from '../api/request.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';

const ExportDialog = lazyComponent(async () => (await import('./ExportDialog.tsx')).ExportDialog, { isDialog: true });

export interface ExportButtonProps {
  /** The list's path below /api. */
  path: string;
  /** The list's query without `page`. */
  query: Record<string, QueryValue>;
  /** The total number of rows, if known. */
  total: number | undefined;
}

/** A button that exports the whole list, all pages, as a file. */
export function ExportButton(props: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Export…
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
