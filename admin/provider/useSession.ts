import { useQuery } from '@tanstack/react-query';
import { currentSession, type Session } from './session.ts';

/** The session of the signed-in user; undefined while loading. */
export function useSession(): Session | undefined {
  const { data } = useQuery({
    queryKey: ['session'],
    // A query function must not return undefined.
    queryFn: async () => (await currentSession()) ?? null,
  });
  return data ?? undefined;
}
