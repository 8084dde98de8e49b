import { Button, Typography } from '@mui/material';
import { useRefresh } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageHeader } from './PageHeader.tsx';

/** Full-page message for missing pages and records, denied access and server errors. */
function Notice({ title, children }: { title: string; children: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Typography sx={{ mb: 2 }}>{children}</Typography>
      <Button component={Link} to="/" variant="outlined" color="inherit">
        Go to the first page
      </Button>
    </>
  );
}

export function NotFound() {
  return <Notice title="Page not found">There is no page at this address of the back-office.</Notice>;
}

/** Not-found page of a record, or an error page with retry if `reason` says why loading failed. */
export function MissingRecord({ thing, reason }: { thing: string; reason?: string | undefined }) {
  const refresh = useRefresh();
  if (reason === undefined) {
    return <Notice title={`There is no such ${thing}`}>It may have been deleted, or it may not be open to you.</Notice>;
  }
  return (
    <>
      <PageHeader title={`This ${thing} could not be loaded`} />
      <Typography sx={{ mb: 2 }}>{reason}</Typography>
      <Button variant="outlined" color="inherit" onClick={refresh}>
        Try again
      </Button>
    </>
  );
}

export function AccessDenied() {
  return <Notice title="Not for you">Your roles do not include this page. Ask an administrator if they should.</Notice>;
}

export function NoResponse() {
  return <Notice title="No answer">The server could not say who is signed in. Try again in a moment.</Notice>;
}
