import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Session } from '../session/SessionProvider.tsx';

/**
 * Navigates Home when another person signs in, or the person signs out (spec 2). After a sign-in it goes on to the
 * address that was requested before (design 5).
 */
export function useRedirectOnSignIn(session: Session): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const person = session.state === 'signedIn' ? session.user.id : session.state === 'signedOut' ? null : undefined;
  const before = useRef(person);
  const returnTo = useRef('/');
  returnTo.current = person === null ? `${pathname}${search}` : returnTo.current;
  useEffect(() => {
    if (person === undefined) return;
    const previous = before.current;
    before.current = person;
    if (previous === undefined || previous === person) return;
    void navigate('/', { replace: person !== null });
    if (previous === null && returnTo.current !== '/') void navigate(returnTo.current);
  }, [person, navigate]);
}
