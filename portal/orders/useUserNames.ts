import { useQuery } from '@tanstack/react-query';
import { listOf } from '../api/queries.ts';

/** People whose names are asked for: as many as a list's page holds (design 3). */
const most = 200;

/** The names of users by their ids; nothing for whom one may not read. */
export function useUserNames(users: readonly string[]): (id: unknown) => string | undefined {
  const ids = [...new Set(users)].sort().slice(0, most);
  const found = useQuery({
    ...listOf('users', { id: ids, limit: most }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  const names = new Map(found.data?.results.map(({ id, name }) => [id, name]));
  return (id) => names.get(String(id));
}
