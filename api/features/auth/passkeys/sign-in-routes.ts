import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { recordFailedSignIn } from '../../../engine/audit/sign-ins.ts';
import { schemaRef } from '../../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { now } from '../../../platform/clock/clock.ts';
import type { Config } from '../../../platform/config/config.ts';
import { networkRateLimit } from '../../../platform/database/rate-limiter.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { relyingPartyId } from '../../users/passkeys.ts';
import { requireActive, signIn } from '../sign-in.ts';
import { claimChallenge } from './challenges.ts';
import { credentialSchema, webauthnOptions } from './credential-schema.ts';

/** Rate limit for failures per network. Nobody can guess a signature, but each failure adds an audit entry. */
const assertMayFail = networkRateLimit({
  name: 'passkey-failed',
  hourly: 100,
  reason: 'Too many attempts with invalid passkeys; try again later',
});

const body = {
  type: 'object',
  properties: {
    credential: credentialSchema(
      { signature: 4_096 },
      // At most 64 bytes; some browsers send none or an empty one.
      { userHandle: { type: 'string', maxLength: 88 } },
    ),
  },
  required: ['credential'],
  additionalProperties: false,
};

/** Routes that sign in with a passkey (WebAuthn): the options for the browser, and the signature of the passkey. */
export async function passkeySignInRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.post(
    '/api/auth/passkey/options',
    { config: { isOpen: true, signsIn: true, documentation: documented.options } },
    async () => {
      const { authenticationOptions } = await import('./webauthn.ts');
      return await authenticationOptions(config);
    },
  );

  app.post<{ Body: { credential: AuthenticationResponseJSON } }>(
    '/api/auth/passkey',
    { schema: { body }, config: { isOpen: true, signsIn: true, documentation: documented.signIn } },
    async (request, reply) => {
      const user = await userOfPasskey(request, request.body.credential, config);
      return await signIn({ request, reply, config }, user, 'passkey');
    },
  );
}

/**
 * Returns the user whose passkey has signed a challenge, and stores its counter. Throws AUTHENTICATION_REQUIRED, with the
 * same reason whatever is wrong, or RESOURCE_INOPERABLE for an inactive user.
 */
async function userOfPasskey(
  request: FastifyRequest,
  credential: AuthenticationResponseJSON,
  config: Config,
): Promise<User> {
  const passkey = await storeOf('Passkey').findOne({ credentialId: credential.id, host: relyingPartyId(config) });
  const { verifyAuthentication } = await import('./webauthn.ts');
  const verified = passkey && (await verifyAuthentication(credential, passkey, config));
  if (!passkey || !verified) return await reject(request, 'passkey', passkey?.user);
  const user = await storeOf('User').findOne({ _id: passkey.user });
  if (!user || user.inactive) await reject(request, 'inactive', passkey.user);
  const { counter, challenge } = verified;
  const isFirstUse = await claimChallenge(challenge);
  // The condition on the counter rejects a copied device that signs at the same time.
  const update = { $set: { counter, lastUsedAt: now() } };
  const isCurrent =
    isFirstUse && (await storeOf('Passkey').updateMany({ _id: passkey.id, counter: passkey.counter }, update)) > 0;
  return isCurrent ? requireActive(user, passkey.user) : await reject(request, 'passkey', passkey.user);
}

/** Records a failed sign-in and throws. */
async function reject(
  request: FastifyRequest,
  reason: 'passkey' | 'inactive',
  user: string | undefined,
): Promise<never> {
  await assertMayFail(request.ip);
  await recordFailedSignIn(request, { way: 'passkey', reason, user });
  if (reason === 'inactive') requireActive(null, user ?? null);
  throw new ApiError('AUTHENTICATION_REQUIRED', {
    reason: 'This passkey is not known here, or the attempt has expired. Try again, or sign in another way.',
  });
}

const documented = {
  options: {
    summary: 'Get the options with which a browser signs in with a passkey',
    operationId: 'getPasskeySignInOptions',
    description: 'WebAuthn request options in JSON, with a challenge that is valid for five minutes.',
    answer: webauthnOptions,
    errors: ['REQUEST_DENIED' as const],
  },
  signIn: {
    summary: 'Sign in with a passkey',
    operationId: 'signInWithPasskey',
    description:
      'The response is the same for an unknown passkey, a wrong signature, and an expired or used challenge.',
    answer: schemaRef('User'),
    errors: [
      'REQUEST_DENIED' as const,
      'AUTHENTICATION_REQUIRED' as const,
      'RESOURCE_INOPERABLE' as const,
      'RATE_LIMITED' as const,
    ],
  },
};
