import { Button, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { PageHead } from './PageHead.tsx';

/** A page that says why there is nothing here, and leads on. */
function Place({ title, children }: { title: string; children: string }) {
  return (
    <>
      <PageHead title={title} />
      <Typography sx={{ mb: 2 }}>{children}</Typography>
      <Button component={Link} to="/" variant="outlined" color="inherit">
        Go to the first page
      </Button>
    </>
  );
}

export function NotFound() {
  return <Place title="Page not found">There is no page at this address of the back-office.</Place>;
}

export function AccessDenied() {
  return <Place title="Not for you">Your roles do not include this page. Ask an administrator if they should.</Place>;
}

export function NoAnswer() {
  return <Place title="No answer">The server could not say who is signed in. Try again in a moment.</Place>;
}
