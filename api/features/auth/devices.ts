import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { deriveKey, hashSecret, hmacOf, isSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { defineCookie } from './cookies.ts';

type DeviceConfig = Pick<Config, 'publicUrl' | 'secretKeys'>;

/** A device cookie expires a year after the last sign-in; milliseconds. */
const lifetime = 365 * 86_400_000;

/** Maximum number of users per browser; the newest are retained. */
const maxUsers = 5;

/** Characters of a signature: 128 bits. */
const signatureLength = 22;

/**
 * Remembers in a device cookie that this user signed in with this browser, so that wrong passwords from elsewhere do
 * not lock the user out of it. The cookie holds a browser id and an HMAC per user. It does not authenticate anyone.
 */
export function rememberDevice(
  at: { request: FastifyRequest; reply: FastifyReply; config: DeviceConfig },
  user: string,
) {
  const { id, signatures } = deviceIn(at.request, at.config);
  const [own = ''] = signaturesFor(at.config, id, user);
  const users = [own, ...signatures.filter((each) => each !== own)].slice(0, maxUsers);
  defineCookie('device', at.config).set(at.reply, [id, ...users].join('.'), lifetime);
}

/**
 * Returns the rate-limit key for wrong passwords of a user in this browser, or null if the user has not signed in with
 * it before.
 */
export function knownDeviceKey(request: FastifyRequest, config: DeviceConfig, user: string): string | null {
  const { id, signatures } = deviceIn(request, config);
  return signaturesFor(config, id, user).some((each) => signatures.includes(each)) ? hashSecret(`${id} ${user}`) : null;
}

function deviceIn(request: FastifyRequest, config: DeviceConfig): { id: string; signatures: string[] } {
  const [id = '', ...signatures] = (defineCookie('device', config).read(request) ?? '').split('.');
  return isSecret(id) ? { id, signatures: signatures.slice(0, maxUsers) } : { id: newSecret(), signatures: [] };
}

/** The signatures of a user that are valid, the current one first. */
const signaturesFor = ({ secretKeys }: DeviceConfig, id: string, user: string): string[] =>
  secretKeys.map((key) => hmacOf(deriveKey('devices', key), `${id} ${user}`).slice(0, signatureLength));
