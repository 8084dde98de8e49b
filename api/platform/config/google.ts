import { StartFailure } from '../process/start-failure.ts';
import type { CheckedEnvironment } from './variables.ts';

/** OAuth client registered with Google. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Returns the Google sign-in configuration; null if it is off, or off for this host name (design 2). Throws a
 * StartFailure if the client id or secret is missing.
 */
export function googleConfig(checked: CheckedEnvironment, publicUrl: string): GoogleConfig | null {
  const { AUTH_GOOGLE, GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = checked;
  if (AUTH_GOOGLE === 'off') return null;
  const prefix = AUTH_GOOGLE === 'on' ? '' : AUTH_GOOGLE.slice('host:'.length).toLowerCase();
  if (!new URL(publicUrl).hostname.startsWith(prefix)) return null;
  if (GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined)
    return { issuer: GOOGLE_ISSUER, clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
  const missing = GOOGLE_CLIENT_ID === undefined ? 'GOOGLE_CLIENT_ID' : 'GOOGLE_CLIENT_SECRET';
  throw new StartFailure(`${missing} is not set. AUTH_GOOGLE=${AUTH_GOOGLE} requires it, as issued by Google.`);
}
