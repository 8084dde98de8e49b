import type { Passkey, User } from '#schemas/generated/types.ts';
import { assertFreshSignIn } from '../../engine/access/signed-in.ts';
import type { ResourceHooks, Write } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { notifyOfPasskey } from './security-notification.ts';

/**
 * Hooks of passkeys: like every sign-in method, a change requires a recent sign-in in person and is reported to the owner
 * (design 4).
 */
export const passkeys: ResourceHooks<Passkey> = {
  async afterWrite(passkey, write) {
    assertFreshSignIn(write.viewer);
    const owner = await storeOf('User').findOne({ _id: passkey.user });
    if (owner) await notifyOfPasskey({ owner, change: changeText(passkey, write), by: write.viewer });
  },
};

function changeText({ name }: Passkey, { action, current }: Write<Passkey>): string {
  if (action === 'create') return `The passkey “${name}” was added.`;
  if (action === 'delete') return `The passkey “${name}” was removed.`;
  return `The passkey “${current?.name}” was renamed to “${name}”.`;
}

/** The WebAuthn relying party id: the host name to which browsers bind the passkeys. */
export const relyingPartyId = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => new URL(publicUrl).hostname;

/** The passkeys of a user that work at this PUBLIC_URL. */
export const ownPasskeys = (user: Pick<User, 'id'>, config: Pick<Config, 'publicUrl'>) => ({
  user: user.id,
  host: relyingPartyId(config),
});

type PasskeyConfig = Pick<Config, 'publicUrl' | 'requirePasskey'>;

/**
 * Whether REQUIRE_PASSKEY applies to a user: 'required' if the user must sign in with a passkey, 'missing' if the user has
 * to add one first.
 */
async function passkeyDuty(user: User, config: PasskeyConfig): Promise<'none' | 'missing' | 'required'> {
  if (!config.requirePasskey.some((role) => user.roles.includes(role))) return 'none';
  return (await storeOf('Passkey').count(ownPasskeys(user, config), 1)) > 0 ? 'required' : 'missing';
}

/** Whether a user must add a passkey, because REQUIRE_PASSKEY names one of their roles. */
export const needsPasskey = async (user: User, config: PasskeyConfig): Promise<boolean> =>
  (await passkeyDuty(user, config)) === 'missing';

/** Whether a user can sign in only with a passkey. */
export const requiresPasskey = async (user: User, config: PasskeyConfig): Promise<boolean> =>
  (await passkeyDuty(user, config)) === 'required';

/**
 * The error for a user who can sign in only with a passkey. Throw it after another method has authenticated the user:
 * before that, it would reveal the account.
 */
export const passkeyRequired = ({ id }: Pick<User, 'id'>): ApiError =>
  new ApiError('REQUEST_DENIED', {
    reason: 'Sign in with your passkey. If you have lost it, an administrator can remove it from your account.',
    details: { needs: 'PASSKEY', resourceType: 'User', resourceId: id },
  });

/** Whether an error is that one. */
export const isPasskeyRequired = ({ details }: ApiError): boolean => details?.needs === 'PASSKEY';
