import { Alert, AlertTitle, Button } from '@mui/material';
import type { User } from '#schemas/generated/types.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import { useLogOutClick } from './LogOutPage.tsx';

/** Banner above every page during impersonation ('Sign in as'): shows the real user and ends it (design 5). */
export function ImpersonationBar({ user }: { user: User }) {
  const end = useLogOutClick();
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 2, position: 'sticky', top: 'calc(var(--under-bar) + 8px)', zIndex: 'appBar' }}
      action={
        <Button color="inherit" variant="outlined" size="small" onClick={end}>
          End
        </Button>
      }
    >
      <AlertTitle>{`You are signed in as ${user.name}.`}</AlertTitle>
      Your actions are recorded as <span>{authorText(user.name, user.proxiedBy.name)}</span>. This lasts an hour at
      most.
    </Alert>
  );
}
