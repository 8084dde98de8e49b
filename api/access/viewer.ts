import { type RawRuleOf, subject } from '@casl/ability';
import type { Records, User } from '#schemas/generated/types.ts';
import { ApiError, missingAbility, missingPermission, notFound } from '../errors/catalogue.ts';
import { keepAsOf } from '../store/kept-records.ts';
import type { ResourceName } from '../store/model.ts';
import { type Filter, store } from '../store/store.ts';
import { type Versions, versionsNow } from '../store/versions.ts';
import { type Action, type AppAbility, abilityOf, conditionOf, type Right, rightsIn, rulesOf } from './ability.ts';
import type { Doer } from './actor.ts';
import { keptUser } from './kept-users.ts';
import { type Rights, rightsOf } from './rights.ts';

/** The person behind a request or a job, with what that person may do. */
export interface Viewer extends Doer {
  user: User;
  rights: Rights;
  /** All that the person may do, and what it comes from; `rules` are the same to CASL. */
  grants: Right[];
  rules: RawRuleOf<AppAbility>[];
  ability: AppAbility;
  /** When this session was signed in, ISO; undefined outside a session. */
  signedInAt?: string | undefined;
}

type Built = Pick<Viewer, 'user' | 'grants' | 'rules' | 'ability'> & { key: string };

/** Abilities already built; an entry goes with the rights that it was built for. */
const built = new WeakMap<Rights, Built>();

/** The viewer of a user as of these versions, the user's own among them; null for who is gone or inactive. */
export async function viewerOf(id: string, versions: Versions): Promise<Viewer | null> {
  keepAsOf(versions);
  // One after the other: within a transaction MongoDB takes one question at a time. Mostly both are known.
  const user = await keptUser(id, versions);
  const rights = await rightsOf(id, versions);
  if (!user || user.inactive) return null;
  const { grants, rules, ability } = builtFor(user, rights);
  return { user, rights, grants, rules, ability };
}

/**
 * The same as of now, for somebody else whom a request asks about, and for a job that acts for a user, begun by who was really there for
 * that one, if anybody was.
 */
export async function viewerNow(id: string, actor: string | null = null): Promise<Viewer | null> {
  const versions = await versionsNow(actor === null ? [id] : [id, actor]);
  const viewer = await viewerOf(id, versions);
  if (!viewer || actor === null) return viewer;
  return { ...viewer, really: { id: actor, name: (await keptUser(actor, versions))?.name ?? '' } };
}

function builtFor(user: User, rights: Rights): Built {
  const kept = built.get(rights);
  if (kept?.user === user) return kept;
  // All of a user that rules depend on and that may change without making the rights stale.
  const key = JSON.stringify([user.id, user.roles, user.guild, user.guildFlags]);
  if (kept?.key === key) return keepBuilt(rights, { ...kept, user });
  const grants = rightsIn(user, rights);
  const rules = rulesOf(grants);
  return keepBuilt(rights, { user, key, grants, rules, ability: abilityOf(rules) });
}

function keepBuilt(rights: Rights, made: Built): Built {
  built.set(rights, made);
  return made;
}

/** Whether the viewer has one of the roles. */
export function hasRole(viewer: Viewer, ...roles: User['roles']): boolean {
  return viewer.user.roles.some((role) => roles.includes(role));
}

/** Throws MISSING_ABILITY unless some rule allows the viewer to do `action` on a `type`, a resource or a page of the back-office. */
export function assertAbility(viewer: Viewer, action: Action, type: string): void {
  allowedFilter(viewer, action, type);
}

/** The filter under which the viewer may do `action` on a `type`. Throws MISSING_ABILITY when no rule allows it at all. */
export function allowedFilter(viewer: Viewer, action: Action, type: string): Filter {
  const condition = conditionOf(viewer.ability, action, type);
  if (condition === null) throw missingAbility(action, type);
  return condition;
}

/**
 * Loads a record that the viewer may read. Throws RESOURCE_NOT_FOUND for all others, MISSING_ABILITY without any rule. By its
 * id alone, and judged here: with the condition in the query MongoDB weighs its indexes first, for a fifth of its time.
 */
export async function loadReadable<Name extends ResourceName>(
  viewer: Viewer,
  type: Name,
  id: string,
): Promise<Records[Name]> {
  if (conditionOf(viewer.ability, 'read', type) === null) throw missingAbility('read', type);
  const record = await store(type).findOne({ _id: id });
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

/** Whether the viewer may do `action` on this record. */
export function may(viewer: Viewer, action: Action, type: ResourceName, record: object): boolean {
  return viewer.ability.can(action, subject(type, { ...record }));
}

/** 401 for a request without a signed-in person. */
export function signInRequired(): ApiError {
  return new ApiError('AUTHENTICATION_REQUIRED', { reason: 'You must be logged in to perform that operation' });
}
