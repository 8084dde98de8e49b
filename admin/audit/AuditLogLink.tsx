import { Link } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { usePermissionCheck } from '../provider/permissions.ts';

const log = 'audit_log';

/** Links from a record to its audit log entries, and from a user to the entries where that user is the actor. */
export function AuditLogLink() {
  const { resource } = useResourceScreen();
  const record = useRecordContext();
  const may = usePermissionCheck();
  if (!record || resource.schema['x-store']?.audit === false || !may({ action: 'list', resource: log })) return null;
  const address = (filter: object) => ({
    pathname: `/${log}`,
    search: new URLSearchParams({ filter: JSON.stringify(filter) }).toString(),
  });
  return (
    <>
      <Link component={RouterLink} to={address({ resourceId: record.id })}>
        View in audit log
      </Link>
      {resource.name === 'User' ? (
        <Link component={RouterLink} to={address({ actor: record.id })}>
          View this person's activity
        </Link>
      ) : null}
    </>
  );
}
