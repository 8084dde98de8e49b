import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../host/config/config.ts';
import { hashOf, isSecret, keyFor, newSecret, signedText } from '../secrets/secrets.ts';
import { ownCookie } from './cookies.ts';

type DeviceConfig = Pick<Config, 'publicUrl' | 'secretKey'>;

/** A browser forgets after a year without a sign-in; milliseconds. */
const lifetime = 365 * 86_400_000;

/** A browser remembers so many users, the newest. */
const mostUsers = 5;

/** Characters of a signature: 128 bits. */
const signatureLength = 22;

/**
 * Has the browser remember that this user signed in with it. Wrong passwords from elsewhere then do not lock that user out of it: the
 * cookie holds an id of the browser and, for each user, a signature that only the product can make. It signs nobody in.
 */
export function rememberDevice(
  at: { request: FastifyRequest; reply: FastifyReply; config: DeviceConfig },
  user: string,
) {
  const { id, signatures } = deviceIn(at.request, at.config);
  const own = signatureFor(at.config, id, user);
  const users = [own, ...signatures.filter((each) => each !== own)].slice(0, mostUsers);
  ownCookie('device', at.config).set(at.reply, [id, ...users].join('.'), lifetime);
}

/** What a browser's wrong passwords for a user are counted by, where that user signed in with it before; else null. */
export function deviceOf(request: FastifyRequest, config: DeviceConfig, user: string): string | null {
  const { id, signatures } = deviceIn(request, config);
  return signatures.includes(signatureFor(config, id, user)) ? hashOf(`${id} ${user}`) : null;
}

function deviceIn(request: FastifyRequest, config: DeviceConfig): { id: string; signatures: string[] } {
  const [id = '', ...signatures] = (ownCookie('device', config).read(request) ?? '').split('.');
  return isSecret(id) ? { id, signatures: signatures.slice(0, mostUsers) } : { id: newSecret(), signatures: [] };
}

const signatureFor = ({ secretKey }: DeviceConfig, id: string, user: string): string =>
  signedText(keyFor('devices', secretKey), `${id} ${user}`).slice(0, signatureLength);
