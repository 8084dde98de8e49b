import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useState } from 'react';
import type { Order } from '#schemas/generated/types.ts';
import { missingNeeds } from '#schemas/orders/needs.ts';
import { type Action, type Transition, transitions } from '#schemas/orders/transitions.ts';
import { openWaivers } from '#schemas/orders/waivers.ts';
import type { Decision, QuestionProps } from '../generate/override.ts';

const sendBack = transitionNamed('sendBack');

/** What a moderator decides about orders from their list: the same transitions as on an order's page (design 6). */
export const decisions: Decision<Order>[] = [
  // Of a request one decides by what it asks for, which the order's page shows.
  { ...decision('approve', 'a'), isFor: (order) => isWaiting(order) && !isAsked(order) },
  { ...decision('sendBack', 'r'), Question: ReasonQuestion },
];

function decision(action: Action, key: string): Decision<Order> {
  const { to, words } = transitionNamed(action);
  const change = to === null ? {} : { status: to };
  return { label: words.label, done: words.done.toLowerCase(), change, action: 'moderate', key, isFor: isWaiting };
}

function isWaiting({ status }: Partial<Order>): boolean {
  return status === 'PENDING';
}

const isAsked = ({ status = 'DRAFT', waivers = [] }: Partial<Order>) => openWaivers({ status, waivers }).length > 0;

function transitionNamed(action: Action): Transition {
  const found = transitions.find((each) => each.action === action);
  if (!found) throw new Error(`No transition of orders is called ${action}`);
  return found;
}

/** Why orders are sent back: the one who ordered reads it. */
function ReasonQuestion({ title, onAnswer, onClose }: QuestionProps) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const [need] = sendBack.needs;
  const isMissing = missingNeeds(sendBack, { reason }).length > 0;
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
