import { isSecret } from './secrets.ts';

/** An API token: the id of its record, by which it is found, and its secret, of which only the hash is stored. */
interface ApiToken {
  id: string;
  secret: string;
}

/** The text of a token. Its prefix lets scanners of source code recognize leaked tokens. */
export const formatApiToken = ({ id, secret }: ApiToken): string => `portal_${id}_${secret}`;

/** Reads such a text; undefined if it is not one. */
export function parseApiToken(text: string): ApiToken | undefined {
  const [prefix, id = '', ...rest] = text.split('_');
  const secret = rest.join('_');
  return prefix === 'portal' && isSecret(secret) ? { id, secret } : undefined;
}
