import { Box } from '@mui/material';
import { useSearchParams } from 'react-router-dom';
import type { Import } from '#schemas/generated/types.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { Batches } from './Batches.tsx';
import { CurrentImport } from './CurrentImport.tsx';
import { UploadFile } from './UploadFile.tsx';

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
