import { describe, expect, it } from 'vitest';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { EntityMember, Order, User } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import { actionTransitions } from '#schemas/orders/bypass.ts';
import { forbiddenFields } from '#schemas/orders/field-errors.ts';
import { orderFields } from '#schemas/orders/order-fields.ts';
import { type OrderStage, orderStages } from '#schemas/orders/order-stage.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { isPermitted, type Transition, transitions } from '#schemas/orders/transitions.ts';
import {
  transitionLetters,
  type WriteMatrixRole,
  writeMatrixCells,
  writeMatrixRoles,
} from '#tests/api/order-field-matrix.ts';
import { abilityOf, rightsIn, rulesOf } from '../../../engine/access/ability.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { orderPermissions } from './authorise.ts';

const [agency, elsewhere, me, other] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24));
const stamps = { id: '', revision: 1, createdAt: '', updatedAt: '' };
const before = '2026-11-01T00:00:00.000Z';

/** A viewer with a role, built by the same rules as for a request. */
function viewerOf(role: WriteMatrixRole): Viewer {
  const entity = role === 'stranger' ? elsewhere : agency;
  const member: EntityMember = { ...stamps, entity: entity ?? '', user: me ?? '', flags: 0, treeScope: [entity ?? ''] };
  const memberships = role === 'DEVELOPER' ? [] : [member];
  const rights = { memberships, entities: memberships.map((each) => each.entity), managed: [], above: [] };
  const roles: User['roles'] = [role === 'stranger' ? 'AGENCY_ADMIN' : role];
  const user: User = JSON.parse(JSON.stringify({ ...stamps, id: me, name: 'Me', roles, guildFlags: 0 }));
  const grants = rightsIn(user, rights);
  const rules = rulesOf(grants);
  return { user, rights, grants, rules, ability: abilityOf(rules) };
}

/** A previously submitted order of the agency at a stage. */
function orderAt(stage: OrderStage, isOwn: boolean): Order {
  const status = stage === 'CREATE' ? 'DRAFT' : stage === 'PENDING_CHANGE' ? 'PENDING' : stage;
  return {
    ...blankOrder({ channelId: agency ?? '', form: agency ?? '', user: (isOwn ? me : other) ?? '' }),
    ...{ id: 'e'.repeat(24), treeScope: [agency ?? ''], status },
    submissionDate: stage === 'CREATE' ? null : before,
    changeDate: stage === 'PENDING_CHANGE' ? before : null,
  };
}

/** The transitions that these permissions allow from a stage. Of two saves to the same status, the first. */
function reachable(stage: OrderStage, rights: OrderRights): Transition[] {
  const permitted = (all: readonly Transition[]) =>
    all.filter((each) => each.from.includes(stage) && isPermitted(each, rights));
  const saves = permitted(transitions).filter(
    ({ to }, index, all) => to !== null && all.findIndex((each) => each.to === to) === index,
  );
  return [...saves, ...permitted(actionTransitions)];
}

/** The table's result for a field and stage, in the notation of the expected matrix. */
function cellOf(field: string, stage: OrderStage, rights: OrderRights): string {
  const isAllowed = (transition?: Transition) =>
    forbiddenFields({ stage, rights, fields: [field], transition }).length === 0;
  const isAlone = isAllowed();
  const differing = reachable(stage, rights).filter((each) => isAllowed(each) !== isAlone);
  const letters = differing.map(({ action }) => transitionLetters[action] ?? `(${action})`).join('');
  return isAlone ? ['yes', letters].filter(Boolean).join('-') : letters || '-';
}

describe('the field-level access table of orders', () => {
  it('has a row for every writable property and no other', () => {
    const open = Object.entries(schema.properties).filter(([, { readOnly }]) => !readOnly);
    expect(Object.keys(orderFields).toSorted()).toEqual(open.map(([name]) => name).toSorted());
  });

  it('is covered by the expected matrix for every property and stage', () => {
    const expected = new Set(writeMatrixCells.map(({ field, stage }) => `${field} ${stage}`));
    const all = Object.keys(orderFields).flatMap((field) => orderStages.map((stage) => `${field} ${stage}`));
    expect([...expected].toSorted()).toEqual(all.toSorted());
  });

  it.each(writeMatrixRoles.flatMap((role) => [true, false].map((isOwn) => ({ role, isOwn }))))(
    'allows a $role (own order: $isOwn) exactly what the matrix expects',
    ({ role, isOwn }) => {
      const viewer = viewerOf(role);
      const cells = writeMatrixCells.filter((each) => each.role === role && each.isOwn === isOwn);
      const found = cells.map(({ field, stage, ...rest }) => {
        const at = orderStages.find((each) => each === stage) ?? 'CREATE';
        return { field, stage, ...rest, cell: cellOf(field, at, orderPermissions(orderAt(at, isOwn), viewer)) };
      });
      expect(found).toEqual(cells);
    },
  );

  it('rejects a property without a row as an unknown field', () => {
    const rights = orderPermissions(orderAt('DRAFT', true), viewerOf('ADMIN'));
    expect(forbiddenFields({ stage: 'DRAFT', rights, fields: ['priority', 'constructor'] })).toEqual([
      { field: 'priority', why: 'unknown', message: 'Unknown field' },
      { field: 'constructor', why: 'unknown', message: 'Unknown field' },
    ]);
  });

  it('allows data fields in an autosave and no status or reason', () => {
    const rights = orderPermissions(orderAt('DRAFT', true), viewerOf('AGENCY_USER'));
    const fields = ['autosave', 'formData', 'products', 'client', 'status', 'cancelationReason'];
    const transition = transitions.find(({ action }) => action === 'cancel');
    const rejected = forbiddenFields({ stage: 'DRAFT', rights, fields, transition, isAutosave: true });
    expect(rejected.map(({ field }) => field)).toEqual(['status', 'cancelationReason']);
  });

  it("allows users other than the order's own to autosave a DRAFT until its first submission", () => {
    const order = { ...orderAt('DRAFT', false), submissionDate: null };
    const mayAutosave = (role: WriteMatrixRole) =>
      forbiddenFields({ stage: 'DRAFT', rights: orderPermissions(order, viewerOf(role)), fields: ['autosave'] })
        .length === 0;
    expect(writeMatrixRoles.map(mayAutosave)).toEqual([true, true, false, false, false]);
  });
});
