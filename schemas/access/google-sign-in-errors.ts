/**
 * Error codes and messages for failed Google sign-ins (OAuth) and account linking. The redirect to the page carries
 * only the key, so a crafted URL cannot show a message of its own.
 */
export const googleSignInErrors = {
  expired: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'This sign-in took too long, or was begun in another browser. Please begin again.',
  },
  cancelled: { code: 'AUTHENTICATION_REQUIRED', message: 'Signing in with Google was cancelled.' },
  refused: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'What Google answered could not be trusted, so nobody was signed in. Please begin again.',
  },
  unverified: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Google has not verified the e-mail address of this account. Please sign in by a link.',
  },
  unknown: {
    code: 'AUTHENTICATION_REQUIRED',
    message:
      'Nobody here has the e-mail address of this Google account. Sign in by a link to the address that you use here, or ask your administrator.',
  },
  several: {
    code: 'AUTHENTICATION_REQUIRED',
    message: 'Several accounts were made with this e-mail address. Please sign in by a link first, and choose yours.',
  },
  inactive: { code: 'RESOURCE_INOPERABLE', message: 'This account is inactive.' },
  stale: { code: 'REQUEST_DENIED', message: 'Linking a Google account needs a sign-in of the last 15 minutes.' },
  taken: { code: 'RESOURCE_CONFLICT', message: 'This Google account signs in to another account here already.' },
  away: { code: 'INTEGRATION_ERROR', message: 'Google does not answer at the moment. Please try again later.' },
} as const;

export type GoogleSignInError = keyof typeof googleSignInErrors;

/** Whether a text is a key of `googleSignInErrors`. */
export const isGoogleSignInError = (text: string): text is GoogleSignInError => Object.hasOwn(googleSignInErrors, text);
