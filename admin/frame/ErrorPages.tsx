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
        Go to home page
      </Button>
    </>
  );
}

export function NotFound() {
  return <Notice title="Page not found">There's no page at this address.</Notice>;
}

/** Not-found page of a record, or an error page with retry if `reason` says why loading failed. */
export function MissingRecord({ thing, reason }: { thing: string; reason?: string | undefined }) {
  const refresh = useRefresh();
  if (reason === undefined) {
    return (
      <Notice title={`This ${thing} doesn't exist`}>It may have been deleted, or you may not have access to it.</Notice>
    );
  }
  return (
    <>
      <PageHeader title={`This ${thing} couldn't be loaded`} />
      <Typography sx={{ mb: 2 }}>{reason}</Typography>
      <Button variant="outlined" color="inherit" onClick={refresh}>
        Try again
      </Button>
    </>
  );
}

export function AccessDenied() {
  return <Notice title="No access">Your roles don't include this page. If you need it, ask an administrator.</Notice>;
}

export function NoResponse() {
  return <Notice title="No response">We couldn't check who is signed in. Try again in a moment.</Notice>;
}
