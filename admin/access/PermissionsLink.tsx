import { Link } from '@mui/material';
import { useState } from 'react';
import { useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { AuditLogLink } from '../audit/AuditLogLink.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';

const WhyDialog = lazyComponent(async () => (await import('./PermissionsDialog.tsx')).PermissionsDialog, {
  isDialog: true,
});

/**
 * Link that opens the explanation of effective permissions on this record. A user's page has a second link for
 * everything that user may do.
 */
export function PermissionsLink() {
  const { resource } = useResourceScreen();
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  const [subject, setSubject] = useState<'record' | 'person'>();
  if (!record) return null;
  const id = String(record.id);
  return (
    <>
      <Opening onOpen={() => setSubject('record')}>Who can do what here, and why</Opening>
      {resource.name === 'User' ? (
        <Opening onOpen={() => setSubject('person')}>What this person can do, and why</Opening>
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
export function MetadataLinks() {
  return (
    <>
      <AuditLogLink />
      <PermissionsLink />
    </>
  );
}
