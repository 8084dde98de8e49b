import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { recordFailedSignIn } from '../../engine/audit/sign-ins.ts';
import { storeOf } from '../../engine/store/store.ts';
import type { Config } from '../../platform/config/config.ts';
import { hourlyRateLimiter, networkRateLimiter } from '../../platform/database/rate-limiter.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { mailboxOf } from '../../platform/mail/limits.ts';
import { verifyPassword } from '../../platform/secrets/passwords.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { passkeyRequired, requiresPasskey } from '../users/passkeys.ts';
import { normalizeUserName, userNameFilter } from '../users/users.ts';
import { knownDeviceKey } from './devices.ts';
import { documentedSignIn } from './documentation.ts';
import { requireActive, signIn } from './sign-in.ts';

const reason = 'Too many wrong passwords; try again later, or sign in with a link';

/**
 * Rate limits for wrong passwords, per hour: per user name and network, per network, and per user name from anywhere
 * (attackers may use many networks). Browsers in which the user has signed in before are counted separately, so that an
 * attacker cannot lock the user out.
 */
const limits = {
  together: networkRateLimiter({ name: 'password-name', hourly: 10, reason }),
  network: networkRateLimiter({ name: 'password-network', hourly: 50, reason }),
  name: hourlyRateLimiter({ name: 'password-anywhere', hourly: 100, reason }),
  device: hourlyRateLimiter({ name: 'password-device', hourly: 10, reason }),
};

const body = {
  type: 'object',
  properties: {
    username: { type: 'string', title: 'User name', minLength: 1, maxLength: 254 },
    password: { type: 'string', title: 'Password', minLength: 1, maxLength: 1000 },
  },
  required: ['username', 'password'],
  additionalProperties: false,
};

interface Credentials {
  username: string;
  password: string;
}

/** POST /api/auth/basic: password sign-in (spec 7), available if AUTH_BASIC is on. */
export async function basicRoute(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.post<{ Body: Credentials }>(
    '/api/auth/basic',
    { schema: { body }, config: { isOpen: true, signsIn: true, documentation: documentedSignIn.basic } },
    async (request, reply) => {
      if (!config.authBasic)
        throw new ApiError('REQUEST_DENIED', { reason: 'Sign-in with user name and password is disabled' });
      const { username, password } = request.body;
      const user = await storeOf('User').findOne(userNameFilter(username));
      const device = user && knownDeviceKey(request, config, user.id);
      const resetCount = device === null ? await countAttempt(request, username) : await countOnDevice(device);
      const fits = await isPasswordOf(user, username, password);
      const isIn = user !== null && fits && !user.inactive;
      if (!isIn) await recordFailedSignIn(request, failureOf({ user, fits }, username));
      if (!user || !fits) throw wrong();
      await resetCount();
      const active = requireActive(user, user.id);
      if (await requiresPasskey(active, config)) {
        await recordFailedSignIn(request, { way: 'basic', reason: 'passkeyRequired', user });
        throw passkeyRequired(user);
      }
      return await signIn({ request, reply, config }, active, 'basic');
    },
  );
}

interface Found {
  user: User | null;
  /** Whether the password matches. */
  fits: boolean;
}

const failureOf = ({ user, fits }: Found, typed: string) =>
  ({ way: 'basic', reason: fits ? 'inactive' : 'password', user, typed }) as const;

/** Checks the password of a user name. Takes equally long for unknown user names (timing attack). */
async function isPasswordOf(user: User | null, username: string, password: string): Promise<boolean> {
  const names = [username, normalizeUserName(username)];
  const provider = user?.authProviders.find(({ type, key }) => type === 'BASIC' && names.includes(key));
  return await verifyPassword(password, provider?.challenge);
}

/**
 * Counts an attempt from a known browser separately: wrong passwords from elsewhere do not count here, and vice versa.
 */
async function countOnDevice(device: string): Promise<() => Promise<void>> {
  await limits.device.count(device);
  return () => limits.device.reset(device);
}

/**
 * Counts the attempt as wrong before checking it, so that parallel attempts cannot exceed the limit. Returns a function
 * that reverts the count.
 */
async function countAttempt({ ip }: FastifyRequest, username: string): Promise<() => Promise<void>> {
  const name = hashSecret(mailboxOf(username));
  const from = { ip, about: name };
  await limits.together.count(from);
  await limits.name.count(name);
  await limits.network.count({ ip });
  return async () => {
    await limits.together.reset(from);
    await limits.name.revert(name);
    await limits.network.revert({ ip });
  };
}

const wrong = () => new ApiError('AUTHENTICATION_REQUIRED', { reason: 'The user name or password is incorrect' });
