import { Link } from '@mui/material';
import { useState } from 'react';
import { useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { TrailLink } from '../audit/TrailLink.tsx';
import { lazily } from '../frame/lazily.tsx';
import { useDescribed } from '../generate/described.tsx';

const WhyDialog = lazily(async () => (await import('./WhyDialog.tsx')).WhyDialog, { isDialog: true });

/**
 * Link that opens the explanation of effective permissions on this record. A user's page has a second link for
 * everything that user may do.
 */
export function WhyLink() {
  const { resource } = useDescribed();
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  const [subject, setSubject] = useState<'record' | 'person'>();
  if (!record) return null;
  const id = String(record.id);
  return (
    <>
      <Opening onOpen={() => setSubject('record')}>Who may do what here, and why</Opening>
      {resource.name === 'User' ? (
        <Opening onOpen={() => setSubject('person')}>What this person may do, and why</Opening>
      ) : null}
      {subject ? (
        <WhyDialog
          {...(subject === 'person' ? { person: id } : { record: { type: resource.name, id } })}
          name={name}
          onClose={() => setSubject(undefined)}
        />
      ) : null}
    </>
  );
}

function Opening({ children, onOpen }: { children: string; onOpen: () => void }) {
  return (
    <Link component="button" type="button" underline="hover" onClick={onOpen} sx={{ textAlign: 'left' }}>
      {children}
    </Link>
  );
}

/** Links (`facts`) for records with access rules: audit log and effective permissions. */
export function FactsWithWhy() {
  return (
    <>
      <TrailLink />
      <WhyLink />
    </>
  );
}
