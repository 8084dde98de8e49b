import { Box, Button, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useGetIdentity, useLogout } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { PageHeader } from './PageHeader.tsx';

const address = '/log_out';

/** One-time tokens of 'Log out' clicks, so that a reload of the page or going back does not sign out. */
const presses = new Set<string>();

/**
 * Returns a callback that signs out by navigating to the log out page, so that the check for unsaved changes applies.
 */
export function useLogOutClick(): () => void {
  const navigate = useNavigate();
  return () => {
    const press = crypto.randomUUID();
    presses.add(press);
    void navigate(address, { state: { press } });
  };
}

/** Signs out after a click on 'Log out'; asks for confirmation if the address was opened directly. */
export function LogOutPage() {
  const logout = useLogout();
  const { identity } = useGetIdentity();
  const { state } = useLocation();
  const press: unknown = Object(state).press;
  const [isPressed, setPressed] = useState(() => typeof press === 'string' && presses.has(press));
  useEffect(() => {
    if (typeof press === 'string' && presses.delete(press)) logout().catch(() => setPressed(false));
  }, [press, logout]);
  if (isPressed) return null;
  return (
    <>
      <PageHeader title="Log out?" />
      <Typography sx={{ mb: 2 }}>{`You are signed in as ${identity?.fullName ?? ''}.`}</Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" onClick={() => void logout()}>
          Log out
        </Button>
        <Button variant="outlined" color="inherit" component={Link} to="/">
          Stay signed in
        </Button>
      </Box>
    </>
  );
}
