import { storeOf } from '../../engine/store/store.ts';
import { fromNow } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';

/**
 * Replay protection: marks a nonce as used, in all processes. Returns false if it was used before. `owner` separates the
 * nonces of keys and purposes. The nonce is stored for `lifetime` milliseconds, as long as it could be accepted.
 */
export async function claimNonce(owner: string, nonce: string, lifetime: number): Promise<boolean> {
  const hash = hashSecret(JSON.stringify([owner, nonce]));
  try {
    await storeOf('UsedNonce').add({ hash, expires: fromNow(lifetime).toISOString() });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'RESOURCE_CONFLICT') return false;
    throw error;
  }
}
