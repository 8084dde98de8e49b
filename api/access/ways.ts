import { subject } from '@casl/ability';
import { type GrantedAction, grantsOf, principals } from '#schemas/access/grants.ts';
import type { Verdict, Way } from '#schemas/access/why.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { User } from '#schemas/generated/types.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import type { ResourceName } from '../store/model.ts';
import { abilityOf, principalsOf, type Right, rightsOfGrant, rulesOf } from './ability.ts';
import type { Origin } from './origins.ts';
import type { Rights } from './rights.ts';

interface Asked {
  user: User;
  rights: Rights;
  type: ResourceName;
  /** As it is stored; null asks about the type. */
  record: object | null;
}

/** What somebody may do with a record, or with the records of a type, and why; by the same table as the ability (`rightsIn`). */
export function verdictsOf(asked: Asked): Verdict<Origin>[] {
  const rows = rowsOf(asked.type);
  const described = resourceOf(schemas[asked.type]);
  return actionsOn(described, rows)
    .filter((action) => asked.record === null || action !== 'create')
    .map((action) => {
      const ways = rows.filter(({ actions }) => actions.includes(action)).map((row) => wayOf(row, action, asked));
      const isAllowed = !asked.user.inactive && ways.some(({ isHeld, isThere }) => isHeld && isThere !== false);
      return { action, isAllowed, ways };
    });
}

interface Row extends Pick<Way<Origin>, 'principal' | 'scope'> {
  actions: GrantedAction[];
}

const order: GrantedAction[] = ['read', 'create', 'update', 'delete', 'moderate', 'proxy'];

function rowsOf(type: ResourceName): Row[] {
  const access = schemas[type]['x-access'] ?? {};
  const given = principals.flatMap((principal) =>
    grantsOf(access[principal]).map(({ actions, scope }) => ({ principal, scope, actions: [...actions] })),
  );
  return [{ principal: 'ADMIN', scope: 'all', actions: order }, ...given];
}

/** What can be done at all: by a call that each resource has, or by one that somebody is given. */
function actionsOn({ operations, nested }: Resource, rows: Row[]): GrantedAction[] {
  const offered: string[] = [...operations, ...(nested?.operations ?? [])];
  const given = rows.filter(({ principal }) => principal !== 'ADMIN').flatMap(({ actions }) => actions);
  return order.filter((action) => offered.includes(action) || given.includes(action));
}

function wayOf({ principal, scope }: Row, action: GrantedAction, { user, rights, type, record }: Asked): Way<Origin> {
  if (principal === 'ADMIN') {
    const isHeld = user.roles.includes('ADMIN');
    return { principal, scope, isHeld, isThere: record && true, from: isHeld ? [{ kind: 'role', role: 'ADMIN' }] : [] };
  }
  const given = principalsOf(user, rights).find((each) => each.principal === principal);
  const input = { user, rights, owner: resourceOf(schemas[type]).owner };
  const reached = rightsOfGrant({ actions: [action], scope }, type, given?.from ?? [], input);
  const isThere = isReached(reached, { type, record, action });
  const all = reached[0]?.from ?? given?.from ?? [];
  const from = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
  return { principal, scope, isHeld: given !== undefined, isThere, from: given ? atOrAbove(from, record) : [] };
}

/** Whether rights reach the record; without one, whether they reach any: null says that it depends on which. */
function isReached(
  rights: Right[],
  { type, record, action }: Pick<Asked, 'type' | 'record'> & Pick<Verdict<Origin>, 'action'>,
) {
  if (record) return abilityOf(rulesOf(rights)).can(action, subject(type, { ...record }));
  return rights.some(({ inverted }) => !inverted) ? null : false;
}

/** Of the memberships those that stand at the record or above it, where any does: the others give nothing here. */
function atOrAbove(from: Origin[], record: object | null): Origin[] {
  const treeScope: unknown = Reflect.get(record ?? {}, 'treeScope');
  const line: unknown[] = Array.isArray(treeScope) ? treeScope : [];
  const isOther = (origin: Origin) => origin.kind !== 'membership';
  const near = from.filter((origin) => origin.kind === 'membership' && line.includes(origin.entity));
  return near.length > 0 ? [...from.filter(isOther), ...near] : from;
}
