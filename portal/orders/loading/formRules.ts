import { queryOptions } from '@tanstack/react-query';
import { importOrThrow } from '../../forms/lazyComponent.tsx';

/**
 * Query options of the form reader with the rules language, a fifth of all scripts. It loads in parallel with the
 * order's data; the form accepts input without it (performance 2).
 */
export const formRules = queryOptions({
  queryKey: ['form-rules'],
  queryFn: async () => (await importOrThrow(() => import('./cachedForms.ts'))).readCachedForm,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
