import { type GoogleSignInError, isGoogleSignInError } from '#schemas/access/google-sign-in-errors.ts';
import { maxRedirectPathLength } from '#schemas/access/redirect-path.ts';

/** Parses the address to which Google's sign-in returned: the rejection code, if any, and the address without it. */
export function googleReturn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): {
  error: GoogleSignInError | undefined;
  returnPath: string;
} {
  const params = new URLSearchParams(search);
  const code = params.get('google') ?? '';
  params.delete('google');
  const path = params.size > 0 ? `${pathname}?${params}` : pathname;
  return {
    error: isGoogleSignInError(code) ? code : undefined,
    returnPath: path.length > maxRedirectPathLength ? pathname : path,
  };
}
