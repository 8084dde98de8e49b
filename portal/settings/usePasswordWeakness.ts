import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSignedIn } from '../session/SessionProvider.tsx';

/**
 * Hook: why a typed password is too weak; undefined while that is not known, and for a strong one. The word lists are
 * loaded with the first character. The API checks again.
 */
export function usePasswordWeakness(typed: string, userName: string): string | undefined {
  const { user } = useSignedIn();
  const password = useDeferredValue(typed);
  const { data: strength } = useQuery({
    queryKey: ['password-strength'],
    queryFn: () => import('#schemas/access/password-strength.ts'),
    enabled: typed !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (password === '') return undefined;
  return strength?.passwordWeakness(password, [user.name, user.email, userName]);
}
