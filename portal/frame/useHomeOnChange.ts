import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Session } from '../session/SessionProvider.tsx';

/**
 * Goes home when somebody signs in, out, or in as somebody else (spec 2), and, after signing in, on to the place that
 * the address asked for (design 5).
 */
export function useHomeOnChange(session: Session): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const person = session.state === 'signedIn' ? session.user.id : session.state === 'signedOut' ? null : undefined;
  const before = useRef(person);
  const wanted = useRef('/');
  wanted.current = person === null ? `${pathname}${search}` : wanted.current;
  useEffect(() => {
    if (person === undefined) return;
    const previous = before.current;
    before.current = person;
    if (previous === undefined || previous === person) return;
    void navigate('/', { replace: person !== null });
    if (previous === null && wanted.current !== '/') void navigate(wanted.current);
  }, [person, navigate]);
}
