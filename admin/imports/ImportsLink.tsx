import { Button } from '@mui/material';
import { useCanAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import { useResourceScreen } from '../generate/resource-screen.tsx';

/** Link to the imports of a list or record, for users who may create rows. */
export function ImportsLink({ id }: { id?: string }) {
  const { resource } = useResourceScreen();
  const { canAccess } = useCanAccess({ action: 'create', resource: resource.path });
  if (!canAccess) return null;
  const to = `/${resource.path}/${id ? `${id}/` : ''}imports`;
  return (
    <Button size="small" color="inherit" component={Link} to={to}>
      Imports
    </Button>
  );
}
