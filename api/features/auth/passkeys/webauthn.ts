import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Passkey, User } from '#schemas/generated/types.ts';
import type { Config } from '../../../platform/config/config.ts';
import { relyingPartyId } from '../../users/passkeys.ts';
import { challengeLifetime, isValidChallenge, newChallenge } from './challenges.ts';

// WebAuthn (W3C). Loaded on first use, because the library takes long to load.

type WebauthnConfig = Pick<Config, 'publicUrl' | 'secretKeys'>;

/** Ed25519, P-256 and RSA. A fixed list: the library's own depends on the version of Node. */
const algorithms = [-8, -7, -257];

const signInPurpose = 'sign in';
const additionPurpose = ({ id }: Pick<User, 'id'>) => `add to ${id}`;

/**
 * The options with which a browser creates a passkey. The browser can find it without a user name (discoverable), and asks
 * for the PIN or fingerprint of the device.
 */
export async function registrationOptions(
  { user, userHandle, existing }: { user: User; userHandle: string; existing: Passkey[] },
  config: WebauthnConfig,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return await generateRegistrationOptions({
    rpName: 'Order portal',
    rpID: relyingPartyId(config),
    userName: user.email,
    userDisplayName: user.name,
    userID: bytesOf(userHandle),
    challenge: newChallenge(additionPurpose(user), config),
    timeout: challengeLifetime,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** The properties of a passkey that a browser has created, with the challenge it signed; null if it is not valid. */
export async function verifyRegistration(
  response: RegistrationResponseJSON,
  user: User,
  config: WebauthnConfig,
): Promise<(Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & { challenge: string }) | null> {
  const signed = { challenge: '' };
  const result = await verifyRegistrationResponse({
    response,
    ...expectationsOf(additionPurpose(user), config, signed),
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports, ...signed };
}

/** The options with which a browser asks for any passkey of this site. */
export async function authenticationOptions(config: WebauthnConfig): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return await generateAuthenticationOptions({
    rpID: relyingPartyId(config),
    challenge: newChallenge(signInPurpose, config),
    timeout: challengeLifetime,
    userVerification: 'required',
  });
}

/** The new counter of a passkey and the challenge it signed; null if the response is not valid. */
export async function verifyAuthentication(
  response: AuthenticationResponseJSON,
  { credentialId, publicKey, counter, userHandle }: Passkey,
  config: WebauthnConfig,
): Promise<{ counter: number; challenge: string } | null> {
  // Optional: the passkey may have been found by its id.
  const { userHandle: sent } = response.response;
  if (sent && sent !== userHandle) return null;
  const signed = { challenge: '' };
  const result = await verifyAuthenticationResponse({
    response,
    ...expectationsOf(signInPurpose, config, signed),
    credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
  }).catch(() => null);
  return result?.verified ? { counter: result.authenticationInfo.newCounter, ...signed } : null;
}

/** What a response must fit. `signed` receives the challenge. */
const expectationsOf = (purpose: string, config: WebauthnConfig, signed: { challenge: string }) => ({
  expectedChallenge: (challenge: string) => {
    signed.challenge = challenge;
    return isValidChallenge(challenge, purpose, config);
  },
  expectedOrigin: config.publicUrl,
  expectedRPID: relyingPartyId(config),
  requireUserVerification: true,
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
