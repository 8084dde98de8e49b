import { Button, Typography } from '@mui/material';
import { useRefresh } from 'react-admin';
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

/** Why a record is not shown: there is none for this person, or, with a `reason`, it could not be asked for. */
export function MissingRecord({ thing, reason }: { thing: string; reason?: string | undefined }) {
  const refresh = useRefresh();
  if (reason === undefined) {
    return <Place title={`There is no such ${thing}`}>It may have been deleted, or it may not be open to you.</Place>;
  }
  return (
    <>
      <PageHead title={`This ${thing} could not be loaded`} />
      <Typography sx={{ mb: 2 }}>{reason}</Typography>
      <Button variant="outlined" color="inherit" onClick={refresh}>
        Try again
      </Button>
    </>
  );
}

export function AccessDenied() {
  return <Place title="Not for you">Your roles do not include this page. Ask an administrator if they should.</Place>;
}

export function NoAnswer() {
  return <Place title="No answer">The server could not say who is signed in. Try again in a moment.</Place>;
}
