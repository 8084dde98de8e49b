import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** Link from the list of entities to the tree. */
export function TreeLink() {
  return (
    <Button size="small" color="inherit" startIcon={<AccountTreeOutlined />} component={Link} to="/entities/tree">
      Tree
    </Button>
  );
}
