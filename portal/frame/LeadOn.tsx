import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { history } from './history.ts';

/**
 * Leads on from an address that only leads elsewhere, unless the person has gone elsewhere meanwhile: a page stays until the
 * code of the next one is there, and must not take that back.
 */
export function LeadOn({ to }: { to: string }) {
  const { key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (history.location.key === key) void navigate(to, { replace: true });
  }, [key, navigate, to]);
  return null;
}
