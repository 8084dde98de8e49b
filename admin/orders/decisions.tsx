import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';
import { missingInputs, type OrderTransitionName, type Transition, transitions } from '#schemas/orders/transitions.ts';
import type { Decision, QuestionProps } from '../generate/override.ts';
import { approveWithWaivers, OrderSummaryCard, orderSummaryQuery, undoApprovalOf } from './OrderSummaryCard.tsx';

const sendBack = transitionNamed('sendBack');

interface DecisionOptions {
  onDecided: (since: RaRecord[]) => void;
}

/** A moderator's decisions in the queue: the same transitions as on the order's page (design 6). */
export const decisionsFor = ({ onDecided }: DecisionOptions): Decision<Order>[] => [
  {
    ...decision('approve', 'a'),
    // A row does not show its order's summary, which an approval requires (design 6, 'Approval'); the confirmation does.
    isInView: () => false,
    // Grants requested waivers in the same decision.
    work: (order) => (isRequested(order) ? approveWithWaivers(order.id) : undefined),
    Summary: OrderToApprove,
    timedUndo: { done: 'back in the queue', time: timeToUndo, work: ({ id }) => undoApprovalOf(id) },
    onDecided,
  },
  { ...decision('sendBack', 'r'), Question: ReasonQuestion, onDecided },
];

/** The API's undo period in milliseconds, minus some latency. */
const timeToUndo = 28_000;

/** Summary of one of several orders in the approval confirmation. */
function OrderToApprove({ record }: { record: RaRecord }) {
  const { data: order, error } = useQuery(orderSummaryQuery(record.id, record.revision));
  return (
    <Box sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{order?.campaign ?? record.refCode}</Typography>
      {order ? <OrderSummaryCard order={order} /> : null}
      {error ? <Typography color="error">{error.message}</Typography> : null}
    </Box>
  );
}

function decision(action: OrderTransitionName, key: string): Decision<Order> {
  const { to, words } = transitionNamed(action);
  const change = to === null ? {} : { status: to };
  return { label: words.label, done: words.done.toLowerCase(), change, action: 'moderate', key, isFor: isWaiting };
}

function isWaiting({ status }: Partial<Order>): boolean {
  return status === 'PENDING';
}

function isRequested({ bypassRequestedBy }: Pick<Order, 'bypassRequestedBy'> | RaRecord): boolean {
  return typeof bypassRequestedBy === 'string';
}

function transitionNamed(action: OrderTransitionName): Transition {
  const found = transitions.find((each) => each.action === action);
  if (!found) throw new Error(`No transition of orders is called ${action}`);
  return found;
}

/** Asks for the reason of sending orders back; the user who ordered reads it. */
function ReasonQuestion({ title, onAnswer, onClose }: QuestionProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const [need] = sendBack.inputs;
  const isMissing = missingInputs(sendBack, { reason }).length > 0;
  const submit = () => {
    setTried(true);
    if (!isMissing) onAnswer({ reason });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="reason-title">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogTitle id="reason-title">{`${title}?`}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            multiline
            minRows={3}
            required
            label={need?.label}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={hasTried && isMissing}
            helperText={hasTried && isMissing ? `Missing required field: ${need?.label}` : need?.hint}
            slotProps={{ htmlInput: { maxLength: need?.maxLength } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {sendBack.words.question?.no}
          </Button>
          <Button type="submit" variant="contained">
            {sendBack.words.question?.yes}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
