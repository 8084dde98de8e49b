import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Session } from '../session/SessionProvider.tsx';

/**
 * Goes home when somebody signs in, out, or in as somebody else (spec 2), and, after signing in, on to the place that
 * the address asked for (design 5). What was read for one person is forgotten before the next one looks.
 */
export function useHomeOnChange(session: Session): void {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { pathname, search } = useLocation();
  const person = session.state === 'signedIn' ? session.user.id : session.state === 'signedOut' ? null : undefined;
  const before = useRef(person);
  const wanted = useRef('/');
  wanted.current = person === null ? `${pathname}${search}` : wanted.current;
  useEffect(() => {
    const previous = before.current;
    before.current = person;
    if (person === undefined || previous === undefined || previous === person) return;
    cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'self' && queryKey[1] !== person });
    void navigate('/', { replace: person !== null });
    if (previous === null && wanted.current !== '/') void navigate(wanted.current);
  }, [person, navigate, cache]);
}
