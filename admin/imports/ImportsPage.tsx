import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Import } from '#schemas/generated/types.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { PageSection } from '../frame/PageSection.tsx';
import { Batches } from './Batches.tsx';
import { CurrentImport } from './CurrentImport.tsx';
import { importFileTypes, useNewImport } from './useImports.ts';

interface ImportsPageProps {
  /** Upload endpoint. */
  address: string;
  resource: Import['resource'];
  kind: Import['kind'];
  /** The record that the imports belong to. */
  of?: { id: string; name: string };
}

/** CSV imports and their batches. The current import is in the address, so a reload keeps it. */
export function ImportsPage({ address, resource, kind, of }: ImportsPageProps) {
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

/** Upload of a CSV file. Shows errors and lets the user retry with another file. */
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
          Choose a CSV file with column names in the first line. You map the columns before the import starts. Either
          all rows are imported or none.
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
          aria-label="CSV file"
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
