import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useGetIdentity, usePermissions } from 'react-admin';
import { actionsOf, type OrderAction } from '#portal/orders/actions.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { CancelDialog } from './CancelDialog.tsx';
import type { OrderRecord } from './order-record.ts';
import { Problems } from './Problems.tsx';
import { SendBackDialog } from './SendBackDialog.tsx';
import { useDecide } from './useDecide.ts';

/** What is done here; sending and deleting a draft is for who fills it, in the portal. */
const words = {
  submit: null,
  approve: 'Approve',
  sendBack: 'Send back to draft',
  takeBack: 'Take back to draft',
  reopen: 'Reopen as a draft',
  cancel: 'Cancel the order',
  delete: null,
} satisfies Record<OrderAction, string | null>;

/** What the person may decide about the order now, the main thing first; what the server refuses is said here. */
export function Decisions({ order }: { order: OrderRecord }) {
  const { permissions = [] } = usePermissions<Role[]>();
  const { identity } = useGetIdentity();
  const { canAccess: canModerate = false } = useCanAccess({ action: 'moderate', resource: 'orders', record: order });
  const { canAccess: canUpdate = false } = useCanAccess({ action: 'edit', resource: 'orders', record: order });
  const { decide, isDeciding, refusal } = useDecide(order);
  const [asking, setAsking] = useState<'sendBack' | 'cancel'>();
  const decisions = actionsOf(order, {
    canModerate,
    canUpdate,
    canDelete: false,
    isOwner: identity?.id === order.user,
    isAdmin: permissions.includes('ADMIN'),
  });
  const press = {
    submit: undefined,
    delete: undefined,
    takeBack: () => decide({ status: 'DRAFT' }, `Order ${order.refCode} taken back to draft`),
    approve: () => decide({ status: 'COMPLETE' }, `Order ${order.refCode} approved`),
    reopen: () => decide({ status: 'DRAFT' }, `Order ${order.refCode} is a draft again`),
    sendBack: () => setAsking('sendBack'),
    cancel: () => setAsking('cancel'),
  } satisfies Record<OrderAction, (() => void) | undefined>;
  const close = () => setAsking(undefined);

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {decisions
        .filter((decision) => words[decision])
        .map((decision, index) => (
          <Button
            key={decision}
            variant={index === 0 && decision !== 'cancel' ? 'contained' : 'outlined'}
            color={index === 0 && decision !== 'cancel' ? 'primary' : 'inherit'}
            disabled={isDeciding}
            onClick={press[decision]}
          >
            {words[decision]}
          </Button>
        ))}
      {refusal ? <Refused message={refusal.message} problems={refusal.problems} /> : null}
      <SendBackDialog
        isOpen={asking === 'sendBack'}
        onClose={close}
        onSend={(reason) => {
          close();
          decide({ status: 'DRAFT', reason }, `Order ${order.refCode} sent back to draft`);
        }}
      />
      <CancelDialog
        isOpen={asking === 'cancel'}
        onClose={close}
        onCancel={(cancelation) => {
          close();
          decide({ status: 'CANCELED', ...cancelation }, `Order ${order.refCode} canceled`);
        }}
      />
    </Box>
  );
}

function Refused({ message, problems }: { message: string; problems: NonNullable<OrderRecord['problems']> }) {
  if (problems.length > 0) return <Problems problems={problems} />;
  return <Alert severity="error">{message}</Alert>;
}
