import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, LinearProgress, Skeleton, Typography } from '@mui/material';
import { useRef } from 'react';
import { ShowBase, useNotify, useRecordContext, useRequireAccess } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Import, Report } from '#schemas/generated/types.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader, PageSection } from '../frame/PageHeader.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';
import { Batches, StatusChip } from './Batches.tsx';
import {
  CheckResult,
  countOf as count,
  InvalidLines,
  ProblemGroups,
  TotalRows,
  UnmatchedRows,
} from './ImportResult.tsx';
import { MappingForm } from './MappingForm.tsx';
import { importFileTypes, useImport, useImportChange, useNewImport } from './useImports.ts';

interface ImportsPageProps {
  /** Upload endpoint. */
  address: string;
  resource: Import['resource'];
  kind: Import['kind'];
  /** The record that the imports belong to. */
  of?: { id: string; name: string };
}

/** Imports of files and their batches. The current import is in the address, so a reload keeps it. */
function ImportsPage({ address, resource, kind, of }: ImportsPageProps) {
  const [params, setParams] = useSearchParams();
  const chosen = params.get('import');
  const choose = (id: string | null) => setParams(id ? { import: id } : {});
  return (
    <>
      <PageHeader title="Imports" {...(of ? { of } : {})} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {chosen ? (
          <CurrentImport key={chosen} id={chosen} onClose={() => choose(null)} />
        ) : (
          <UploadFile address={address} onSent={({ id }) => choose(id)} />
        )}
        <Batches resource={resource} kind={kind} chosen={chosen} onChoose={choose} />
      </Box>
    </>
  );
}

/** Upload of a file. Shows errors and lets the user retry with another file. */
function UploadFile({ address, onSent }: { address: string; onSent: (made: Import) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef(new AbortController());
  const { mutate, isPending, error, variables } = useNewImport(address);
  const send = (file: File | undefined) => {
    if (!file) return;
    stop.current = new AbortController();
    mutate({ file, signal: stop.current.signal }, { onSuccess: onSent });
  };
  const isStopped = stop.current.signal.aborted;
  return (
    <PageSection title="New import">
      <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <Typography color="text.secondary">
          Choose a CSV file or an Excel workbook with column names. You see what is read, and can change it, before the
          import starts.
        </Typography>
        {error && !isStopped ? (
          <Alert severity="error" sx={{ justifySelf: 'stretch' }}>
            {error.message}
          </Alert>
        ) : null}
        {isPending && variables ? (
          <Box sx={{ justifySelf: 'stretch', display: 'grid', gap: 1, justifyItems: 'start' }} role="status">
            <Typography>{`Uploading ${variables.file.name} (${sizeInWords(variables.file.size)})`}</Typography>
            <LinearProgress aria-label="Upload progress" sx={{ width: 1 }} />
            <Button color="inherit" onClick={() => stop.current.abort()}>
              Stop
            </Button>
          </Box>
        ) : (
          <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={importFileTypes.types}
          hidden
          aria-label="File to import"
          onChange={({ currentTarget }) => {
            send(currentTarget.files?.[0]);
            // Reset, so that picking the same file again, after a fix, fires a change event.
            currentTarget.value = '';
          }}
        />
      </Box>
    </PageSection>
  );
}

/** One import, by stage: column mapping, progress, or result. */
function CurrentImport({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: imported, error, refetch } = useImport(id);
  if (error && !imported) return <LoadError subject="The import" error={error} onRetry={refetch} />;
  if (!imported) return <Skeleton variant="rounded" height={320} />;
  const isNext = !['draft', 'checking', 'checked', 'running'].includes(imported.status);
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

function Stage({ imported, onClose }: { imported: Import; onClose: () => void }) {
  const { status, rows, batch, hidden, problemCount, unmatchedCount, emptyRows, keys, faulty } = imported;
  const isMatched = keys.length > 0;
  const done = isMatched ? imported.created + imported.updated + imported.unchanged : rows;
  if (status === 'draft' || status === 'checked') return <MappingForm imported={imported} onClose={onClose} />;
  if (status === 'running' || status === 'checking') return <Progress imported={imported} />;
  if (status === 'undoing' || (isMatched && status === 'removing'))
    return <Alert severity="info">{`Restoring the records that ${batch} changed…`}</Alert>;
  if (status === 'failed')
    return (
      <>
        <Alert severity="error">
          {`Nothing was imported: ${problemCount > 0 ? `${count(problemCount, 'error')} in the file` : 'too many attempts failed'}. Fix the file and import it again.`}
        </Alert>
        <InvalidLines imported={imported} />
        <ProblemGroups imported={imported} />
        <TotalRows imported={imported} />
      </>
    );
  if (isMatched && status === 'removed')
    return (
      <>
        <Alert severity="info">{`${count(imported.undone, 'record')} of ${batch} restored.`}</Alert>
        <ProblemGroups imported={imported} />
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
          `Imported ${count(done, 'row')} as batch ${batch}${hidden ? ', which is hidden' : ''}.`,
          ...(emptyRows > 0 ? [`${count(emptyRows, 'empty row')} ${emptyRows === 1 ? 'was' : 'were'} skipped.`] : []),
        ].join(' ')}
      </Alert>
      {isMatched || faulty > 0 ? <CheckResult imported={imported} /> : null}
      <TotalRows imported={imported} />
      {unmatchedCount > 0 ? <UnmatchedRows imported={imported} /> : null}
    </>
  );
}

function Progress({ imported }: { imported: Import }) {
  const { bytes, size, rows, keys } = imported;
  const notify = useNotify();
  const { mutate, isPending } = useImportChange(imported);
  const part = size > 0 ? Math.min(Math.round((bytes / size) * 100), 100) : 0;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography>
        {rows > 0 ? `${count(rows, 'row')} read${keys.length > 0 ? '' : ', not visible yet'}` : 'Starting…'}
      </Typography>
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

/** Imports into the list of a resource. */
export function RecordImports() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'import', resource: resource.path });
  if (isPending) return null;
  return <ImportsPage address={`/api/${resource.path}/import`} resource={resource.name} kind={null} />;
}

/** Imports of report rows, opened from a report. */
export function ReportImports() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'edit', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={fullRecordQuery}>
      <OfReport />
    </ShowBase>
  );
}

function OfReport() {
  const report = useRecordContext<Report>();
  if (!report) return null;
  const { id, name, kind } = report;
  return <ImportsPage address={`/api/reports/${id}/rows/import`} resource="ReportRow" kind={kind} of={{ id, name }} />;
}
