import { useQuery } from '@tanstack/react-query';
import { isRecord } from '#schemas/forms/is-record.ts';
import { listOf, recordOf } from '../../api/queries.ts';

/** The limit of one request: the largest page of the API (design 3). */
const maxUsers = 200;

/**
 * Hook: returns the names of users by id; undefined for unknown ones. Names of users that the person may not read come
 * with the order that refers to them (design 3).
 */
export function useUserNames(users: readonly string[], order?: string): (id: unknown) => string | undefined {
  const ids = [...new Set(users)].sort().slice(0, maxUsers);
  const found = useQuery({
    ...listOf('users', { id: ids, limit: maxUsers }),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  const names = new Map(found.data?.results.map(({ id, name }) => [id, name]));
  const isMissing = found.data !== undefined && !found.isPlaceholderData && ids.some((id) => !names.has(id));
  // `moderator` selects all users of the actions.
  const referring = useQuery({
    ...recordOf('orders', order ?? '', { populate: 'assignedTo,moderator' }),
    enabled: isMissing && order !== undefined,
    staleTime: 300_000,
  });
  const { assignedTo, actions = [] } = referring.data ?? {};
  const references: unknown[] = [assignedTo, ...actions.flatMap((action): unknown[] => Object.values(action))];
  for (const user of references)
    if (isRecord(user) && typeof user.name === 'string') names.set(String(user.id), user.name);
  return (id) => names.get(String(id));
}
