import { Button } from '@mui/material';
import { useCanAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import { useDescribed } from '../generate/described.tsx';

/** From a list, or from a record of it, to the files that bring its rows, for who may make such. */
export function ImportsLink({ id }: { id?: string }) {
  const { resource } = useDescribed();
  const { canAccess } = useCanAccess({ action: 'create', resource: resource.path });
  if (!canAccess) return null;
  const to = `/${resource.path}/${id ? `${id}/` : ''}imports`;
  return (
    <Button size="small" color="inherit" component={Link} to={to}>
      Imports
    </Button>
  );
}
