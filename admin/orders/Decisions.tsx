import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, usePermissions } from 'react-admin';
import type { Role } from '#schemas/resource/resource.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { type Decision, decisionsFor } from './decisions.ts';
import type { OrderRecord } from './order-record.ts';
import { Problems } from './Problems.tsx';
import { SendBackDialog } from './SendBackDialog.tsx';
import { useDecide } from './useDecide.ts';

const words = {
  approve: 'Approve',
  sendBack: 'Send back to draft',
  reopen: 'Reopen as a draft',
  cancel: 'Cancel the order',
} satisfies Record<Decision, string>;

/** What the person may decide about the order now, the main thing first; what the server refuses is said here. */
export function Decisions({ order }: { order: OrderRecord }) {
  const { permissions = [] } = usePermissions<Role[]>();
  const { canAccess: isModerator = false } = useCanAccess({ action: 'moderate', resource: 'orders', record: order });
  const { canAccess: isUpdater = false } = useCanAccess({ action: 'edit', resource: 'orders', record: order });
  const { decide, isDeciding, refusal } = useDecide(order);
  const [asking, setAsking] = useState<'sendBack' | 'cancel'>();
  const decisions = decisionsFor({
    status: order.status,
    isModerator,
    isUpdater,
    isAdmin: permissions.includes('ADMIN'),
  });
  const press = {
    approve: () => decide({ status: 'COMPLETE' }, `Order ${order.refCode} approved`),
    reopen: () => decide({ status: 'DRAFT' }, `Order ${order.refCode} is a draft again`),
    sendBack: () => setAsking('sendBack'),
    cancel: () => setAsking('cancel'),
  } satisfies Record<Decision, () => void>;
  const close = () => setAsking(undefined);

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {decisions.map((decision, index) => (
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
