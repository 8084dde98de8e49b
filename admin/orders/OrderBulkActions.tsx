import { subject } from '@casl/ability';
import { Button } from '@mui/material';
import { useState } from 'react';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Order } from '#schemas/generated/types.ts';
import { bulkTitle, type OrderBulkAction, offeredBulkActions } from '#schemas/orders/bulk-actions.ts';
import { orderRightsOf } from '#schemas/orders/rights.ts';
import type { TransitionInput } from '#schemas/orders/transitions.ts';
import { type Field, resourceOf } from '#schemas/resource/resource.ts';
import { fieldByName } from '../generate/catalogue.ts';
import { BulkFieldsDialog } from '../generate/list/BulkFieldsDialog.tsx';
import { BulkJobDialog } from '../generate/list/BulkJobDialog.tsx';
import type { BulkActionsProps } from '../generate/override.ts';
import { useSession } from '../provider/session.ts';

/** The actions for selected orders, the same as in the portal's list. */
export function OrderBulkActions({ records, selection, count }: BulkActionsProps) {
  const session = useSession();
  const [act, setAct] = useState<OrderBulkAction>();
  if (!session) return null;
  const { user, ability } = session;
  const orders = records.map((record) => ({ record, status: record.status, changeDate: record.changeDate ?? null }));
  const actions = offeredBulkActions<(typeof orders)[number] & Pick<Order, 'status' | 'changeDate'>>(orders, {
    canCreate: ability.can('create', 'Order'),
    rightsOf: ({ record }) =>
      orderRightsOf(
        {
          status: record.status,
          submissionDate: record.submissionDate ?? null,
          user: record.user,
          actions: [],
          approval: null,
        },
        {
          user,
          // The pages of orders are the portal's, so the back-office's own permissions for them do not matter.
          can: (action) => ability.can(action, subject('Order', { ...record })),
          isOneself: (id) => id === user.id,
          now: new Date(),
        },
      ),
  });
  return (
    <>
      {actions.map((each) => (
        <Button key={each.label} size="small" color="inherit" onClick={() => setAct(each)}>
          {each.label}
        </Button>
      ))}
      {act ? <ActionDialog action={act} selection={selection} count={count} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}

function ActionDialog({
  action,
  selection,
  count,
  onClose,
}: Omit<BulkActionsProps, 'records'> & { action: OrderBulkAction; onClose: () => void }) {
  const [input, setInput] = useState<object>();
  const inputs = action.inputs.map(inputField);
  const fields = action.field ? [fieldByName(orders, action.field)] : inputs;
  if (!input && fields.length > 0)
    return (
      <BulkFieldsDialog
        title={bulkTitle(action, count)}
        fields={fields}
        onAnswer={(typed) => setInput(given(typed))}
        onClose={onClose}
      />
    );
  const command = {
    action: action.action,
    input: input ?? {},
    titleOf: (number: number) => bulkTitle(action, number),
    done: action.done,
  };
  return <BulkJobDialog command={command} selection={selection} count={count} onClose={onClose} />;

  /** An empty input of a transition is left out; an emptied property becomes null. */
  function given(typed: Record<string, unknown>): object {
    if (action.field) return typed;
    return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== null && value !== ''));
  }
}

/** The input of a transition as a field: it is required in the transition only, and has a hint of its own. */
function inputField({ field: name, label, isRequired, hint, maxLength, choices }: TransitionInput): Field {
  const { property: stored } = fieldByName(orders, name);
  const { description: _storedHint, ...property } = stored;
  return {
    ...{ name, label, isRequired, kind: choices ? 'enum' : 'longText' },
    property: { ...property, ...(hint ? { description: hint } : {}), ...(maxLength ? { maxLength } : {}) },
  };
}

const orders = resourceOf(schema);
