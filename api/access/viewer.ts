import { type RawRuleOf, subject } from '@casl/ability';
import type { Records, User } from '#schemas/generated/types.ts';
import { ApiError, missingAbility, missingPermission, notFound } from '../errors/catalogue.ts';
import { keepAsOf } from '../store/kept-records.ts';
import type { ResourceName } from '../store/model.ts';
import { type Filter, store } from '../store/store.ts';
import type { Versions } from '../store/versions.ts';
import { type Action, type AppAbility, abilityOf, conditionOf, rulesOf } from './ability.ts';
import { type Rights, rightsOf } from './rights.ts';

/** The person behind a request, with what that person may do. */
export interface Viewer {
  user: User;
  rights: Rights;
  rules: RawRuleOf<AppAbility>[];
  ability: AppAbility;
  /** When this session was signed in, ISO; undefined outside a session. */
  signedInAt?: string | undefined;
}

type Built = Pick<Viewer, 'user' | 'rules' | 'ability'> & { key: string };

/** Abilities already built; an entry goes with the rights that it was built for. */
const built = new WeakMap<Rights, Built>();

/** Builds the viewer of a user as of these versions. */
export async function viewerOf(user: User, versions: Versions): Promise<Viewer> {
  keepAsOf(versions);
  const rights = await rightsOf(user, versions);
  const { rules, ability } = builtFor(user, rights);
  return { user, rights, rules, ability };
}

function builtFor(user: User, rights: Rights): Built {
  const kept = built.get(rights);
  if (kept?.user === user) return kept;
  // All of a user that rules depend on and that may change without making the rights stale.
  const key = JSON.stringify([user.id, user.roles, user.guild, user.guildFlags, user.inactive]);
  const rules = kept?.key === key ? kept.rules : rulesOf(user, rights);
  const made = { user, key, rules, ability: kept?.key === key ? kept.ability : abilityOf(rules) };
  built.set(rights, made);
  return made;
}

/** Whether the viewer has one of the roles. */
export function hasRole(viewer: Viewer, ...roles: User['roles']): boolean {
  return viewer.user.roles.some((role) => roles.includes(role));
}

/** The filter under which the viewer may do `action` on a `type`. Throws MISSING_ABILITY when no rule allows it at all. */
export function allowedFilter(viewer: Viewer, action: Action, type: string): Filter {
  const condition = conditionOf(viewer.ability, action, type);
  if (condition === null) throw missingAbility(action, type);
  return condition;
}

/** Loads a record that the viewer may read. Throws RESOURCE_NOT_FOUND for all others, MISSING_ABILITY without any rule. */
export async function loadReadable<Name extends ResourceName>(
  viewer: Viewer,
  type: Name,
  id: string,
): Promise<Records[Name]> {
  const record = await store(type).findOne({ $and: [{ _id: id }, allowedFilter(viewer, 'read', type)] });
  if (!record) throw notFound(type, id);
  return record;
}

/** Throws MISSING_ABILITY or MISSING_PERMISSION unless the viewer may do `action` on this record. */
export function assertMay(viewer: Viewer, action: Action, type: ResourceName, record: object): void {
  if (may(viewer, action, type, record)) return;
  if (conditionOf(viewer.ability, action, type) === null) throw missingAbility(action, type);
  const id = 'id' in record && typeof record.id === 'string' ? record.id : null;
  throw missingPermission(action, type, id);
}

/** Whether the viewer may do `action` on this record. */
export function may(viewer: Viewer, action: Action, type: ResourceName, record: object): boolean {
  return viewer.ability.can(action, subject(type, { ...record }));
}

/** 401 for a request without a signed-in person. */
export function signInRequired(): ApiError {
  return new ApiError('AUTHENTICATION_REQUIRED', { reason: 'You must be logged in to perform that operation' });
}
