import { queryOptions } from '@tanstack/react-query';

/**
 * The reader of forms with the rules language in it, which is a fifth of all scripts: it comes beside the order's data, and
 * a form can be typed in without it (performance 2).
 */
export const formRules = queryOptions({
  queryKey: ['form-rules'],
  queryFn: async () => (await import('#schemas/forms/read-form.ts')).readForm,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
