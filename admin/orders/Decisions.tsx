import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useGetIdentity, usePermissions } from 'react-admin';
import { type Action, actionsOn, type Transition } from '#schemas/orders/transitions.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { CancelDialog } from './CancelDialog.tsx';
import type { OrderRecord } from './order-record.ts';
import { Problems } from './Problems.tsx';
import { SendBackDialog } from './SendBackDialog.tsx';
import { useDecide } from './useDecide.ts';

/** Sending and deleting a draft is for who fills it, in the portal. */
const elsewhere: readonly Action[] = ['submit', 'delete'];

/** What the person may decide about the order now, the main thing first; what the server refuses is said here. */
export function Decisions({ order }: { order: OrderRecord }) {
  const { permissions = [] } = usePermissions<Role[]>();
  const { identity } = useGetIdentity();
  const { canAccess: canModerate = false } = useCanAccess({ action: 'moderate', resource: 'orders', record: order });
  const { canAccess: canUpdate = false } = useCanAccess({ action: 'edit', resource: 'orders', record: order });
  const { decide, isDeciding, refusal } = useDecide(order);
  const [asking, setAsking] = useState<Transition>();
  const decisions = actionsOn(order, {
    canModerate,
    canUpdate,
    canDelete: false,
    isOwner: identity?.id === order.user,
    isAdmin: permissions.includes('ADMIN'),
  });
  const close = () => setAsking(undefined);
  const go = ({ to, words }: Transition, fields = {}) => {
    close();
    if (to) decide({ ...fields, status: to }, `${words.done}: order ${order.refCode}`);
  };

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {decisions
        .filter(({ action }) => !elsewhere.includes(action))
        .map((decision, index) => {
          const isMain = index === 0 && decision.action !== 'cancel';
          return (
            <Button
              key={decision.action}
              variant={isMain ? 'contained' : 'outlined'}
              color={isMain ? 'primary' : 'inherit'}
              disabled={isDeciding}
              onClick={() => (decision.words.question ? setAsking(decision) : go(decision))}
            >
              {decision.words.label}
            </Button>
          );
        })}
      {refusal ? <Refused message={refusal.message} problems={refusal.problems} /> : null}
      {asking ? (
        <>
          <SendBackDialog
            isOpen={asking.action === 'sendBack'}
            onClose={close}
            onSend={(reason) => go(asking, { reason })}
          />
          <CancelDialog
            isOpen={asking.action === 'cancel'}
            onClose={close}
            onCancel={(cancelation) => go(asking, cancelation)}
          />
        </>
      ) : null}
    </Box>
  );
}

function Refused({ message, problems }: { message: string; problems: NonNullable<OrderRecord['problems']> }) {
  if (problems.length > 0) return <Problems problems={problems} />;
  return <Alert severity="error">{message}</Alert>;
}
