import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query';
import type { AuthProvider, AuthProviderInput } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';

const path = 'users/me/auth_providers';

/** Hook: which sign-in methods are enabled. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: ['config'],
    queryFn: () => request<{ auth: { google: boolean; basic: boolean } }>({ path: 'data/config', isOpen: true }),
  });

interface Saving {
  /** The sign-in method to change; undefined to create one. */
  before?: AuthProvider | undefined;
  body: Partial<AuthProviderInput>;
}

/** Hook: creates or changes one of the person's sign-in methods, then reloads the session. */
export function useSaveSignInMethod(
  successText: string,
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
      toast(successText);
      onSaved(saved);
      await reload();
    },
  });
}

/** Hook: removes one of the person's sign-in methods. */
export function useRemoveSignInMethod(onRemoved: () => void): UseMutationResult<AuthProvider, Error, AuthProvider> {
  const { reload } = useSession();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id, revision }: AuthProvider) =>
      request<AuthProvider>({ method: 'DELETE', path: `${path}/${id}`, revision }),
    onSuccess: async ({ key, label = key }) => {
      toast(`${label} removed`);
      onRemoved();
      await reload();
    },
  });
}
