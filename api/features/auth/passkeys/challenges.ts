import { randomBytes } from 'node:crypto';
import { fromNow, now } from '../../../platform/clock/clock.ts';
import type { Config } from '../../../platform/config/config.ts';
import { deriveKey, hmacOf, isEqualSecret } from '../../../platform/secrets/secrets.ts';
import { claimNonce } from '../used-nonces.ts';

/** How long a challenge can be signed; milliseconds. */
export const challengeLifetime = 5 * 60_000;

type ChallengeConfig = Pick<Config, 'secretKeys'>;

const sizes = { random: 16, expires: 6 };

/**
 * A WebAuthn challenge. It contains its expiry and a signature, so that the server stores nothing until a passkey has
 * signed it: requests for challenges cost no memory. `purpose` binds it to signing in, or to a user who adds a passkey.
 */
export function newChallenge(purpose: string, config: ChallengeConfig): Uint8Array<ArrayBuffer> {
  const expires = Buffer.alloc(sizes.expires);
  expires.writeUIntBE(fromNow(challengeLifetime).getTime(), 0, sizes.expires);
  const content = Buffer.concat([randomBytes(sizes.random), expires]);
  const [current = ''] = signaturesOf(content, purpose, config);
  const signature = Buffer.from(current, 'base64url');
  return new Uint8Array(Buffer.concat([content, signature]));
}

/** Whether a challenge (base64url) was issued here for this purpose and has not expired. */
export function isValidChallenge(challenge: string, purpose: string, config: ChallengeConfig): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const content = bytes.subarray(0, sizes.random + sizes.expires);
  if (content.length < sizes.random + sizes.expires) return false;
  const signature = bytes.subarray(content.length).toString('base64url');
  const isOurs = signaturesOf(content, purpose, config).some((each) => isEqualSecret(signature, each));
  return isOurs && content.readUIntBE(sizes.random, sizes.expires) > now().getTime();
}

/** Marks a signed challenge as used. Returns false if it was used before. */
export const claimChallenge = (challenge: string): Promise<boolean> =>
  claimNonce('passkey', challenge, challengeLifetime);

/** The signatures of a challenge with each key, the current one first. */
const signaturesOf = (content: Buffer, purpose: string, { secretKeys }: ChallengeConfig): string[] =>
  secretKeys.map((key) => hmacOf(deriveKey('passkey challenges', key), `${purpose} ${content.toString('base64url')}`));
