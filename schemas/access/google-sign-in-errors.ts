import { maxRedirectPathLength } from './redirect-path.ts';

/**
 * Error codes and messages for failed Google sign-ins (OAuth) and account linking. The redirect to the page carries
 * only the key, so a crafted URL cannot show a message of its own.
 */
export const googleSignInErrors = {
  expired: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'This sign-in has expired or was started in another browser. Please start again.',
  },
  cancelled: { code: 'AUTHENTICATION_REQUIRED', message: 'Signing in with Google was cancelled.' },
  refused: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'The response from Google could not be verified, so you were not signed in. Please start again.',
  },
  unverified: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Google has not verified the e-mail address of this account. Please sign in with a link.',
  },
  unknown: {
    code: 'AUTHENTICATION_REQUIRED',
    message:
      'No account has the e-mail address of this Google account. Sign in with a link to your address here, or ask your administrator.',
  },
  several: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Several accounts have this e-mail address. Please sign in with a link first, and choose yours.',
  },
  inactive: { code: 'RESOURCE_INOPERABLE', message: 'This account is inactive.' },
  passkey: {
    code: 'REQUEST_DENIED',
    message: 'Sign in with your passkey. If you have lost it, an administrator can remove it from your account.',
  },
  stale: { code: 'REQUEST_DENIED', message: 'Linking a Google account requires a sign-in within the last 15 minutes.' },
  taken: { code: 'RESOURCE_CONFLICT', message: 'This Google account is already linked to another account.' },
  away: { code: 'INTEGRATION_ERROR', message: 'Google is not responding. Please try again later.' },
} as const;

export type GoogleSignInError = keyof typeof googleSignInErrors;

const isGoogleSignInError = (text: string): text is GoogleSignInError => Object.hasOwn(googleSignInErrors, text);

/** Parses the address to which Google's sign-in returned: the rejection code, if any, and the address without it. */
export function googleReturn({ pathname, search }: { pathname: string; search: string }): {
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
