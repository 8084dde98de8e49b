import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import type { Passkey, User } from '#schemas/generated/types.ts';
import { assertFreshSignIn, signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { createRecord } from '../../../engine/resource/records/records.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import { schemaRef } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import type { Config } from '../../../platform/config/config.ts';
import { ApiError, invalidRequest, missingPermission } from '../../../platform/errors/catalogue.ts';
import { deriveKey, hmacOf } from '../../../platform/secrets/secrets.ts';
import { ownPasskeys, passkeys, relyingPartyId } from '../../users/passkeys.ts';
import { claimChallenge } from './challenges.ts';
import { credentialSchema, webauthnOptions } from './credential-schema.ts';

/** Maximum number of passkeys per user. */
const maxPasskeys = 20;

interface ById {
  Params: { id: string };
}

const path = '/api/users/:id/passkeys';
const schema = { params: idParams('id') };

const body = {
  type: 'object',
  properties: {
    name: { ...resource('Passkey').schema.properties.name, 'x-trim': true },
    credential: credentialSchema({ attestationObject: 65_536 }, { transports: transportsSchema() }),
  },
  required: ['name', 'credential'],
  additionalProperties: false,
};

function transportsSchema() {
  return { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 30 } };
}

/** Routes that add a passkey to one's own account: the options for the browser, and what the browser has created. */
export async function passkeyRegistrationRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.post<ById>(`${path}/options`, { schema, config: { documentation: documented.options } }, async (request) => {
    const user = await owner(signedIn(request), request.params.id);
    const existing = await storeOf('Passkey').find({ filter: { user: user.id } });
    assertRoom(existing.length);
    const { registrationOptions } = await import('./webauthn.ts');
    return await registrationOptions({ user, userHandle: userHandleOf(user, existing, config), existing }, config);
  });

  app.post<ById & { Body: { name: string; credential: RegistrationResponseJSON } }>(
    path,
    { schema: { ...schema, body }, config: { documentation: documented.add } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { name, credential } = request.body;
      const user = await owner(viewer, request.params.id);
      const { verifyRegistration } = await import('./webauthn.ts');
      const verified = await verifyRegistration(credential, user, config);
      if (!verified || !(await claimChallenge(verified.challenge))) throw notAccepted();
      const { challenge: _, ...created } = verified;
      const passkey = await transaction(async () => {
        // The lock lets parallel requests count each other's passkeys.
        await storeOf('User').lockForUpdate(user.id);
        const existing = await storeOf('Passkey').find({ filter: { user: user.id } });
        assertRoom(existing.length);
        return await createRecord(
          { name: 'Passkey', declaration: passkeys, viewer, below: { user: user.id } },
          { ...created, name, host: relyingPartyId(config), userHandle: userHandleOf(user, existing, config) },
        );
      });
      return reply
        .code(201)
        .header('ETag', `"${passkey.revision}"`)
        .send(toResponse(resource('Passkey'), passkey, viewer));
    },
  );
}

/** Returns the viewer's own user. Nobody adds a passkey to another account: its device would belong to somebody else. */
async function owner(viewer: Viewer, id: string): Promise<User> {
  const user = await loadReadable(viewer, 'User', id);
  if (viewer.user.id !== user.id) throw missingPermission('create', 'Passkey', null);
  assertFreshSignIn(viewer);
  return user;
}

/**
 * The id of the user on their devices (WebAuthn user handle). It is the same for all passkeys of a user, and random for
 * everybody without SECRET_KEY. Those after a change of SECRET_KEY continue with the stored one.
 */
function userHandleOf(user: User, existing: Passkey[], config: Config): string {
  const here = existing.find(({ host }) => host === ownPasskeys(user, config).host);
  return here?.userHandle ?? hmacOf(deriveKey('passkey user handles', config.secretKey), user.id);
}

function assertRoom(count: number): void {
  if (count < maxPasskeys) return;
  throw new ApiError('REQUEST_DENIED', { reason: `There are already ${maxPasskeys} passkeys: remove one first` });
}

const notAccepted = () =>
  invalidRequest('body', [
    { path: '/credential', message: 'This passkey could not be verified, or the request has expired. Try again.' },
  ]);

const errors = ['REQUEST_DENIED', 'MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'] as const;

const documented = {
  options: {
    summary: 'Get the options with which a browser creates a passkey for your account',
    operationId: 'getPasskeyCreationOptions',
    description:
      'WebAuthn creation options in JSON, with a challenge that is valid for five minutes. Requires a sign-in within the last 15 minutes.',
    tag: 'users',
    answer: webauthnOptions,
    errors: [...errors],
  },
  add: {
    summary: 'Add a passkey that the browser has created to your account',
    operationId: 'createUserPasskey',
    tag: 'users',
    answer: schemaRef('Passkey'),
    status: 201 as const,
    errors: [...errors, 'RESOURCE_CONFLICT' as const],
  },
};
