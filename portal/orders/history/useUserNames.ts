import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../api/queries.ts';

/** The limit of one request: the largest page of the API (design 3). */
const maxUsers = 200;

/** Hook: returns the names of users by id; undefined for users that the person may not read. */
export function useUserNames(users: readonly string[]): (id: unknown) => string | undefined {
  const ids = [...new Set(users)].sort().slice(0, maxUsers);
  const found = useQuery({
    ...listOf('users', { id: ids, limit: maxUsers }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  const names = new Map(found.data?.results.map(({ id, name }) => [id, name]));
  return (id) => names.get(String(id));
}
