import { useQuery } from '@tanstack/react-query';
import { useAuthProvider, useListContext } from 'react-admin';

/**
 * Whether the person may do that to any of the selected records. Of those on other pages nobody knows here; the server
 * names each that it refuses.
 */
export function useMayAny(action: 'edit' | 'delete'): boolean {
  const { resource, data = [], selectedIds = [] } = useListContext();
  const authProvider = useAuthProvider();
  const here = data.filter(({ id }) => selectedIds.includes(id));
  const { data: may = false } = useQuery({
    queryKey: ['auth', 'mayAny', action, resource, selectedIds, here.length],
    enabled: selectedIds.length > 0,
    queryFn: async () => {
      const records = here.length < selectedIds.length ? [...here, undefined] : here;
      const answers = await Promise.all(
        records.map((record) => authProvider?.canAccess?.({ action, resource, record }) ?? true),
      );
      return answers.includes(true);
    },
  });
  return may;
}
