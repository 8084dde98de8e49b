import { Box, Button, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useGetIdentity, useLogout } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { PageHead } from './PageHead.tsx';

const address = '/log_out';

/** The presses of 'Log out' that led to its page; a reload of that page, or going back to it, is none. */
const presses = new Set<string>();

/** Signs out at once, by way of the page: each way asks before unsaved work is left. */
export function useAskedLogOut(): () => void {
  const navigate = useNavigate();
  return () => {
    const press = crypto.randomUUID();
    presses.add(press);
    void navigate(address, { state: { press } });
  };
}

/** Signs out whoever pressed it; who just followed a link here is asked. */
export function LogOut() {
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
      <PageHead title="Log out?" />
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
