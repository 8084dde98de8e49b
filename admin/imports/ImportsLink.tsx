import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { isImportable } from '#schemas/resource/imports.ts';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { usePermissionCheck } from '../provider/permissions.ts';

/** Link to the imports of a list or record, for users who may create its records. */
export function ImportsLink({ id }: { id?: string }) {
  const { resource } = useResourceScreen();
  const isPermitted = usePermissionCheck();
  if (!isPermitted({ action: 'import', resource: resource.path }) || !isImportable(resource)) return null;
  const to = `/${resource.path}/${id ? `${id}/` : ''}imports`;
  return (
    <Button size="small" color="inherit" component={Link} to={to}>
      {id ? 'Imports' : 'Import'}
    </Button>
  );
}
