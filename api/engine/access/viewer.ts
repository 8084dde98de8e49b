import type { RawRuleOf } from '@casl/ability';
import { LRUCache } from 'lru-cache';
import type { Records, User } from '#schemas/generated/types.ts';
import { ApiError, missingAbility, missingPermission, notFound } from '../../platform/errors/catalogue.ts';
import { type CacheVersions, readCacheVersions } from '../store/cache-versions.ts';
import type { ResourceName } from '../store/model.ts';
import { pinCacheVersion } from '../store/record-cache.ts';
import { type Filter, storeOf } from '../store/store.ts';
import { versionedCache } from '../store/versioned-cache.ts';
import {
  type Action,
  type AppAbility,
  abilityOf,
  allows,
  conditionOf,
  type Right,
  rightsIn,
  rulesOf,
} from './ability.ts';
import type { Actor } from './actor.ts';
import { type Rights, rightsOf } from './rights.ts';

/** The authenticated user behind a request or a job, with their permissions. */
export interface Viewer extends Actor {
  user: User;
  rights: Rights;
  /** All permissions with their origins; `rules` has the same in CASL's format. */
  grants: Right[];
  rules: RawRuleOf<AppAbility>[];
  ability: AppAbility;
  /** ISO time of the session's sign-in; undefined outside a session. */
  signedInAt?: string | undefined;
  /** The owner of the record that the request is about, whose cache versions were read with the session. */
  recordOwner?: { id: string; versions: CacheVersions } | undefined;
}

type Built = Pick<Viewer, 'user' | 'grants' | 'rules' | 'ability'> & { key: string };

/** Cache of abilities; an entry is collected together with the rights it was built for. */
const built = new WeakMap<Rights, Built>();

/**
 * Returns the viewer of a user as of these versions, which must include the user's own; null if the user is deleted or
 * inactive.
 */
export async function viewerOf(id: string, versions: CacheVersions): Promise<Viewer | null> {
  pinCacheVersion(versions);
  // Sequential, because MongoDB allows one operation at a time within a transaction. Both are usually cached.
  const user = await cachedUser(id, versions);
  const rights = await rightsOf(id, versions);
  if (!user || user.inactive) return null;
  const { grants, rules, ability } = builtFor(user, rights);
  return { user, rights, grants, rules, ability };
}

/**
 * Returns the current viewer of a user: for a user other than the requester, or for a background job. `actor` is the
 * person who started the job while impersonating the user, if any.
 */
export async function viewerNow(id: string, actor: string | null = null): Promise<Viewer | null> {
  const versions = await readCacheVersions(actor === null ? [id] : [id, actor]);
  const viewer = await viewerOf(id, versions);
  if (!viewer || actor === null) return viewer;
  return { ...viewer, really: { id: actor, name: (await cachedUser(actor, versions))?.name ?? '' } };
}

/** The owners of records whose rights a request has needed besides those of its viewer, by the record's id. */
const recordOwners = new LRUCache<string, string>({ max: 5_000 });

/**
 * The owner of a record whose rights an earlier request has needed: reading that user's cache versions with the session
 * saves a query.
 */
export const knownOwner = (record: string): string | undefined => recordOwners.get(record);

/**
 * Returns the current viewer of the owner of a record, who is not the requester; null if that user is deleted or
 * inactive. From the second request about the record on, it is as of the versions that were read with the session. A new
 * record has the id ''.
 */
export async function ownerViewer({ recordOwner }: Viewer, owner: string, record: string): Promise<Viewer | null> {
  if (record !== '') recordOwners.set(record, owner);
  return recordOwner?.id === owner ? await viewerOf(owner, recordOwner.versions) : await viewerNow(owner);
}

function builtFor(user: User, rights: Rights): Built {
  const cached = built.get(rights);
  if (cached?.user === user) return cached;
  // All user properties that rules depend on and that can change while the cached rights stay valid.
  const key = JSON.stringify([user.id, user.roles, user.guild, user.guildFlags]);
  if (cached?.key === key) return cacheBuilt(rights, { ...cached, user });
  const grants = rightsIn(user, rights);
  const rules = rulesOf(grants);
  return cacheBuilt(rights, { user, key, grants, rules, ability: abilityOf(rules) });
}

function cacheBuilt(rights: Rights, made: Built): Built {
  built.set(rights, made);
  return made;
}

/** Returns whether the viewer has at least one of the roles. */
export function hasRole(viewer: Viewer, ...roles: User['roles']): boolean {
  return viewer.user.roles.some((role) => roles.includes(role));
}

/** Throws MISSING_ABILITY unless some rule allows `action` on a `type` (a resource or a back-office page). */
export function assertAbility(viewer: Viewer, action: Action, type: string): void {
  allowedFilter(viewer, action, type);
}

/**
 * Returns the filter for the records on which the viewer may do `action`. Throws MISSING_ABILITY if no rule allows it.
 */
export function allowedFilter(viewer: Viewer, action: Action, type: string): Filter {
  const condition = conditionOf(viewer.ability, action, type);
  if (condition === null) throw missingAbility(action, type);
  return condition;
}

/**
 * Loads a record that the viewer may read. Throws RESOURCE_NOT_FOUND for any other record, MISSING_ABILITY if no rule
 * allows reading the type. It queries by id only and checks access in memory: with the condition in the query, MongoDB
 * spends a fifth of its time on comparing indexes.
 */
export async function loadReadable<Name extends ResourceName>(
  viewer: Viewer,
  type: Name,
  id: string,
): Promise<Records[Name]> {
  if (conditionOf(viewer.ability, 'read', type) === null) throw missingAbility('read', type);
  const record = await storeOf(type).findOne({ _id: id });
  if (!record || !may(viewer, 'read', type, record)) throw notFound(type, id);
  return record;
}

/** Throws MISSING_ABILITY or MISSING_PERMISSION unless the viewer may do `action` on this record. */
export function assertMay(viewer: Viewer, action: Action, type: ResourceName, record: object): void {
  if (may(viewer, action, type, record)) return;
  if (conditionOf(viewer.ability, action, type) === null) throw missingAbility(action, type);
  const id = 'id' in record && typeof record.id === 'string' ? record.id : null;
  throw missingPermission(action, type, id);
}

/** Returns whether the viewer may do `action` on this record. */
export function may(viewer: Viewer, action: Action, type: ResourceName, record: object): boolean {
  return allows(viewer.ability, action, type, record);
}

/** The 401 error for a request without a signed-in user. */
export function signInRequired(): ApiError {
  return new ApiError('AUTHENTICATION_REQUIRED', { reason: 'You must be logged in to perform that operation' });
}

/**
 * User cache: returns the user as of the given versions, re-reading it only if its version has changed; null if it does
 * not exist.
 */
const cachedUser = versionedCache({
  resource: 'User',
  read: (id) => storeOf('User').findOne({ _id: id }),
  sizeOf: () => 1,
});
