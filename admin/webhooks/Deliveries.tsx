import { Button, Typography } from '@mui/material';
import { type RaRecord, useNotify, useRecordContext } from 'react-admin';
import type { WebhookDelivery } from '#schemas/generated/types.ts';
import { formatDateTime } from '../generate/format-value.ts';
import { NestedList } from '../nested/NestedList.tsx';
import type { NestedSource } from '../nested/source.ts';
import { useChildRecords } from '../nested/useChildRecords.ts';

/** Delivery log of a webhook, newest first, with the response of each attempt. */
export function Deliveries() {
  return (
    <NestedList
      source={useChildRecords('WebhookDelivery')}
      words={{ title: 'Deliveries', add: '', one: 'delivery', none: 'No deliveries yet.' }}
      columns={['createdAt', 'event', 'refCode', 'status', 'attempts']}
      formFields={{ create: [], update: [] }}
      cells={{ attempts: Attempts }}
      mayRemove={() => false}
      RowActions={SendAgain}
    />
  );
}

/** Number of attempts and the last response. */
function Attempts() {
  const attempts = useRecordContext<WebhookDelivery>()?.attempts ?? [];
  const last = attempts.at(-1);
  if (!last) return <Typography color="text.secondary">Not sent yet</Typography>;
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{last.answer}</Typography>
      <Typography variant="body2" color="text.secondary">
        {`${attempts.length === 1 ? 'Once' : `${attempts.length} times`}, last ${formatDateTime(last.at)}`}
      </Typography>
    </>
  );
}

/** Resends a delivery that succeeded or was given up. */
function SendAgain({ row, source }: { row: RaRecord; source: NestedSource }) {
  const notify = useNotify();
  if (row.status === 'waiting' || !source.can('update', row)) return null;
  const send = async () => {
    await source.update(row, { status: 'waiting' });
    notify('Queued to send again', { type: 'success' });
  };
  return (
    <Button
      size="small"
      color="inherit"
      aria-label={`Send ${row.event} of ${row.refCode} again`}
      onClick={() => void send().catch((error: Error) => notify(error.message, { type: 'error' }))}
    >
      Send again
    </Button>
  );
}
