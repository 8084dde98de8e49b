import type { GrantExplanation, Verdict } from '#schemas/access/access-explanation.ts';
import { type GrantedAction, grantsForPrincipal, principals } from '#schemas/access/grants.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import type { ResourceName } from '../store/model.ts';
import { abilityOf, allows, principalsOf, type Right, rightsOfGrant, rulesOf } from './ability.ts';
import type { RightOrigin, Rights } from './rights.ts';

interface AccessQuery {
  user: User;
  rights: Rights;
  type: ResourceName;
  /** The record as stored; null to query the type as a whole. */
  record: object | null;
}

/**
 * Explains access: what a user may do with a record or with a type, and every way it is granted or missing. Uses the
 * same table as the ability (`rightsIn`).
 */
export function explainRights(query: AccessQuery): Verdict<RightOrigin>[] {
  const rows = rowsOf(query.type);
  const described = resourceOf(schemas[query.type]);
  return actionsOn(described, rows)
    .filter((action) => query.record === null || action !== 'create')
    .map((action) => {
      const grants = rows
        .filter(({ actions }) => actions.includes(action))
        .map((row) => explainGrant(row, action, query));
      const isAllowed =
        !query.user.inactive && grants.some(({ isGranted, isInScope }) => isGranted && isInScope !== false);
      return { action, isAllowed, ways: grants };
    });
}

interface Row extends Pick<GrantExplanation<RightOrigin>, 'principal' | 'scope'> {
  actions: GrantedAction[];
}

const order: GrantedAction[] = ['read', 'create', 'update', 'delete', 'moderate', 'proxy'];

function rowsOf(type: ResourceName): Row[] {
  const access = schemas[type]['x-access'] ?? {};
  const given = principals.flatMap((principal) =>
    grantsForPrincipal(access[principal]).map(({ actions, scope }) => ({ principal, scope, actions: [...actions] })),
  );
  return [{ principal: 'ADMIN', scope: 'all', actions: order }, ...given];
}

/** Actions that exist for the resource: its API operations, and those that some principal is granted. */
function actionsOn({ operations, nested }: Resource, rows: Row[]): GrantedAction[] {
  const offered: string[] = [...operations, ...(nested?.operations ?? [])];
  const given = rows.filter(({ principal }) => principal !== 'ADMIN').flatMap(({ actions }) => actions);
  return order.filter((action) => offered.includes(action) || given.includes(action));
}

function explainGrant(
  { principal, scope }: Row,
  action: GrantedAction,
  { user, rights, type, record }: AccessQuery,
): GrantExplanation<RightOrigin> {
  if (principal === 'ADMIN') {
    const isGranted = user.roles.includes('ADMIN');
    return {
      principal,
      scope,
      isGranted,
      isInScope: record && true,
      from: isGranted ? [{ kind: 'role', role: 'ADMIN' }] : [],
    };
  }
  const given = principalsOf(user, rights).find((each) => each.principal === principal);
  const input = { user, rights, owner: resourceOf(schemas[type]).owner };
  const scopeRights = rightsOfGrant({ actions: [action], scope }, type, given?.from ?? [], input);
  const isInScope = isReached(scopeRights, { type, record, action });
  const all = scopeRights[0]?.from ?? given?.from ?? [];
  const from = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  return { principal, scope, isGranted: given !== undefined, isInScope, from: given ? atOrAbove(from, record) : [] };
}

/**
 * Returns whether rights match the record. Without a record: false if no record can match, null if it depends on the
 * record.
 */
function isReached(
  rights: Right[],
  { type, record, action }: Pick<AccessQuery, 'type' | 'record'> & Pick<Verdict<RightOrigin>, 'action'>,
) {
  if (record) return allows(abilityOf(rulesOf(rights)), action, type, record);
  return rights.some(({ inverted }) => !inverted) ? null : false;
}

/** If memberships exist at the record's entity or above it, drops the other memberships: they grant nothing here. */
function atOrAbove(from: RightOrigin[], record: object | null): RightOrigin[] {
  const treeScope: unknown = Reflect.get(record ?? {}, 'treeScope');
  const line: unknown[] = Array.isArray(treeScope) ? treeScope : [];
  const isOther = (origin: RightOrigin) => origin.kind !== 'membership';
  const relevant = from.filter((origin) => origin.kind === 'membership' && line.includes(origin.entity));
  return relevant.length > 0 ? [...from.filter(isOther), ...relevant] : from;
}
