import { Button } from '@mui/material';
import { Link } from 'react-router-dom';

/** From the list of guilds to what they have written down. */
export function KnowledgeBaseLink() {
  return (
    <Button size="small" color="inherit" component={Link} to="/guilds/knowledge_base">
      Knowledge base
    </Button>
  );
}
