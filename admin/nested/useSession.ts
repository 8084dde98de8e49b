import { useQuery } from '@tanstack/react-query';
import { currentSession, type Session } from '../provider/session.ts';

/** Who is signed in and what that person may do; undefined until that is known. */
export function useSession(): Session | undefined {
  const { data } = useQuery({
    queryKey: ['session'],
    // A query's answer is never undefined.
    queryFn: async () => (await currentSession()) ?? null,
  });
  return data ?? undefined;
}
