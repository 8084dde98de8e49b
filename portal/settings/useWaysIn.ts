import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import type { AuthProvider, AuthProviderInput } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';

const path = 'users/me/auth_providers';

/** Which ways of signing in are switched on. */
export const useSwitches = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: () => request<{ auth: { google: boolean; basic: boolean } }>({ path: 'data/config', isOpen: true }),
  });

interface Saving {
  /** The one that is changed; none where one is made. */
  before?: AuthProvider | undefined;
  body: Partial<AuthProviderInput>;
}

/** Makes or changes a way in of one's own; what is shown follows. */
export function useSaveWay(
  said: string,
  onSaved: (saved: AuthProvider) => void,
): UseMutationResult<AuthProvider, Error, Saving> {
  const { reload } = useSession();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ before, body }: Saving) =>
      before
        ? request<AuthProvider>({ method: 'PATCH', path: `${path}/${before.id}`, revision: before.revision, body })
        : request<AuthProvider>({ method: 'POST', path, body }),
    onSuccess: async (saved) => {
      toast(said);
      onSaved(saved);
      await reload();
    },
  });
}

/** Removes a way in of one's own. */
export function useRemoveWay(onRemoved: () => void): UseMutationResult<AuthProvider, Error, AuthProvider> {
  const { reload } = useSession();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id, revision }: AuthProvider) =>
      request<AuthProvider>({ method: 'DELETE', path: `${path}/${id}`, revision }),
    onSuccess: async ({ key, label = key }) => {
      toast(`${label} is removed`);
      onRemoved();
      await reload();
    },
  });
}
