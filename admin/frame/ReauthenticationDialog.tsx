import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { onStaleSignIn, request } from '../provider/http.ts';

/**
 * Re-authentication dialog, shown when the server refuses a change because the sign-in is older than 15 minutes (design
 * 5). Sends a magic link; once it is opened in another tab, the user repeats the change here. Unsaved input stays.
 */
export function ReauthenticationDialog({ address }: { address: string }) {
  const id = useId();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(
    () =>
      onStaleSignIn(() => {
        setSent(false);
        setOpen(true);
      }),
    [],
  );
  const send = async () => {
    try {
      await request('/api/auth/magic', { method: 'POST', body: JSON.stringify({ key: address }) });
      setSent(true);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Sign in again first</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Sign-in methods, roles and memberships are changed after a sign-in of the last 15 minutes. What you have typed
          stays here.
        </DialogContentText>
        {isSent ? (
          <DialogContentText role="status" sx={{ mt: 2 }}>
            {`A link was sent to ${address}. Open it in this browser, then make the change again.`}
          </DialogContentText>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {isSent ? 'Go on' : 'Not now'}
        </Button>
        {isSent ? null : (
          <Button variant="contained" onClick={() => void send()}>
            Send me a link
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
