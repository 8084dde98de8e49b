import type { FastifyRequest } from 'fastify';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import { abilityOf, type Right, rulesOf } from '../../engine/access/ability.ts';
import { type Viewer, viewerOf } from '../../engine/access/viewer.ts';
import { recordFailedSignIn } from '../../engine/audit/sign-ins.ts';
import { readCacheVersions } from '../../engine/store/cache-versions.ts';
import { storeOf } from '../../engine/store/store.ts';
import { networkRateLimit } from '../../platform/database/rate-limiter.ts';

/** An API key (signing secret or bearer token, design 5) and its user. */
interface ApiKey extends Pick<AuthProvider, 'expires'> {
  /** The sealed signing secret, or the hash of the token's secret. */
  challenge: string;
  user: User;
  /** The viewer with the user's rights, restricted by the key's limits; null while the user is inactive. */
  viewer: Viewer | null;
}

/** Finds an API key of a type by id; null if it does not exist. */
export async function findApiKey(type: 'API_HMAC' | 'API_TOKEN', id: string): Promise<ApiKey | null> {
  if (!/^[0-9a-f]{24}$/.test(id)) return null;
  const user = await storeOf('User').findOne({ authProviders: { $elemMatch: { id, type } } });
  const provider = user?.authProviders.find((each) => each.id === id);
  if (!user || !provider?.challenge) return null;
  const viewer = await viewerOf(user.id, await readCacheVersions([user.id]));
  return {
    challenge: provider.challenge,
    expires: provider.expires,
    user,
    viewer: viewer && { ...restrictViewer(viewer, provider), key: provider.key },
  };
}

/** Rate limit for invalid keys per network. Nobody can guess one, but each failure adds an audit entry. */
const assertMayFail = networkRateLimit({
  name: 'signature-failed',
  hourly: 100,
  reason: 'Too many attempts with invalid API keys; try again later',
});

/** Records a request with an invalid API key in the audit log. Throws RATE_LIMITED when a network sends too many. */
export async function recordFailedKey(
  request: FastifyRequest,
  failure: Pick<Parameters<typeof recordFailedSignIn>[1], 'reason' | 'user' | 'typed'>,
): Promise<void> {
  await assertMayFail(request.ip);
  await recordFailedSignIn(request, { way: 'key', ...failure });
}

/** Restrictions of an API key compared to its user's rights. */
type KeyLimits = Pick<AuthProvider, 'onlyReads' | 'resources'>;

type Limited = Pick<Viewer, 'grants' | 'rules' | 'ability'>;

/** Cache of restricted rights per set of rights and per combination of limits. */
const cache = new WeakMap<Right[], Map<string, Limited>>();

/** Returns the viewer with the rights that the API key's limits leave. All reads and writes use these rights. */
function restrictViewer(viewer: Viewer, { onlyReads = false, resources }: KeyLimits): Viewer {
  if (!onlyReads && !resources) return viewer;
  const byLimits = cache.get(viewer.grants) ?? new Map<string, Limited>();
  cache.set(viewer.grants, byLimits);
  const key = JSON.stringify([onlyReads, resources]);
  const limited = byLimits.get(key) ?? limitedRights(viewer.grants, { onlyReads, resources });
  byLimits.set(key, limited);
  return { ...viewer, ...limited };
}

function limitedRights(rights: Right[], limits: KeyLimits): Limited {
  const grants = rights.flatMap((right) => withinLimits(right, limits));
  const rules = rulesOf(grants);
  return { grants, rules, ability: abilityOf(rules) };
}

function withinLimits(right: Right, { onlyReads, resources }: KeyLimits): Right[] {
  const { subject, actions, inverted } = right;
  const reads = actions.some((each) => each === 'read' || each === 'manage');
  if (onlyReads && !inverted && !reads) return [];
  const subjects = resources?.filter((each) => subject === 'all' || each === subject) ?? [subject];
  return subjects.map((each) => ({
    ...right,
    subject: each,
    ...(onlyReads && !inverted ? { actions: ['read'] } : {}),
  }));
}
