import { Alert, Box, Button, LinearProgress, Skeleton, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import type { Import } from '#schemas/generated/types.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageSection } from '../frame/PageSection.tsx';
import { InvalidLines, TotalRows, UnmatchedRows } from './LineReports.tsx';
import { MappingForm } from './MappingForm.tsx';
import { StatusChip } from './StatusChip.tsx';
import { useImport, useImportChange } from './useImports.ts';

/** One import, by stage: column mapping, progress, or result. */
export function CurrentImport({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: imported, error, refetch } = useImport(id);
  if (error && !imported) return <LoadError subject="The import" error={error} onRetry={refetch} />;
  if (!imported) return <Skeleton variant="rounded" height={320} />;
  const isNext = imported.status !== 'draft' && imported.status !== 'running';
  return (
    <PageSection
      title={imported.fileName}
      actions={
        <>
          <StatusChip {...imported} />
          {isNext ? (
            <Button variant="outlined" color="inherit" onClick={onClose}>
              Import another file
            </Button>
          ) : null}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }} aria-live="polite">
        <Stage imported={imported} onClose={onClose} />
      </Box>
    </PageSection>
  );
}

const count = (number: number, one: string) => `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;

function Stage({ imported, onClose }: { imported: Import; onClose: () => void }) {
  const { status, rows, batch, hidden, problemCount, unmatchedCount, emptyRows } = imported;
  if (status === 'draft') return <MappingForm imported={imported} onClose={onClose} />;
  if (status === 'running') return <Progress imported={imported} />;
  if (status === 'failed')
    return (
      <>
        <Alert severity="error">
          {`Nothing was imported: ${problemCount > 0 ? `${count(problemCount, 'error')} in the file` : 'too many attempts failed'}. Fix the file and import it again.`}
        </Alert>
        <InvalidLines imported={imported} />
        <TotalRows imported={imported} />
      </>
    );
  if (status === 'canceled') return <Alert severity="info">Import canceled. Nothing was imported.</Alert>;
  if (status === 'removing' || status === 'removed')
    return (
      <Alert severity="info">{`The rows of ${batch} have been removed. Nobody sees them and they don't count in totals.`}</Alert>
    );
  return (
    <>
      <Alert severity="success">
        {[
          `Imported ${count(rows, 'row')} as batch ${batch}${hidden ? ', which is hidden' : ''}.`,
          ...(emptyRows > 0 ? [`${count(emptyRows, 'empty row')} ${emptyRows === 1 ? 'was' : 'were'} skipped.`] : []),
        ].join(' ')}
      </Alert>
      <TotalRows imported={imported} />
      {unmatchedCount > 0 ? <UnmatchedRows imported={imported} /> : null}
    </>
  );
}

function Progress({ imported }: { imported: Import }) {
  const { bytes, size, rows } = imported;
  const notify = useNotify();
  const { mutate, isPending } = useImportChange(imported);
  const part = size > 0 ? Math.min(Math.round((bytes / size) * 100), 100) : 0;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography>{rows > 0 ? `${count(rows, 'row')} read, not visible yet` : 'Starting…'}</Typography>
      <LinearProgress variant="determinate" value={part} aria-label="Import progress" sx={{ width: 1 }} />
      <Button
        color="inherit"
        variant="outlined"
        disabled={isPending}
        onClick={() => mutate({ status: 'canceled' }, { onError: ({ message }) => notify(message, { type: 'error' }) })}
      >
        Cancel import
      </Button>
    </Box>
  );
}
