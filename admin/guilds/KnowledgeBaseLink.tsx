import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** Link from the list of guilds to their knowledge bases. */
export function KnowledgeBaseLink() {
  return (
    <Button size="small" color="inherit" component={Link} to="/guilds/knowledge_base">
      Knowledge base
    </Button>
  );
}
