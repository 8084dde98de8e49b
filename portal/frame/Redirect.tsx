import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { routerHistory } from './history.ts';

/**
 * Redirects to another address, replacing the history entry. It does nothing if the person has navigated away
 * meanwhile: the old page stays mounted until the next page's code is loaded, and its redirect must not undo that
 * navigation.
 */
export function Redirect({ to }: { to: string }) {
  const { key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (routerHistory.location.key === key) void navigate(to, { replace: true });
  }, [key, navigate, to]);
  return null;
}
