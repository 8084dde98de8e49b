import SendOutlined from '@mui/icons-material/SendOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { MergeField } from '#schemas/mail/merge-fields.ts';
import type { PickedOrder } from '../orders/picking/find-orders.ts';
import { OrderPicker } from '../orders/picking/OrderPicker.tsx';
import { request } from '../provider/http.ts';
import { MessagePreview } from './MessagePreview.tsx';
import { valuesOfOrder } from './order-values.ts';

interface MessageTrialProps {
  /** Where subject and content stand in the form around, up to the dot: `onboardingEmail.config.`. */
  at: string;
  fields: readonly MergeField[];
  /** Whose orders it can be told of; else all that one may read. */
  channel?: string;
  /** Whether an order has anything to tell in it. */
  isOfOrders?: boolean;
  /** The call that sends one a test; none before there is a record. */
  testPath?: string | undefined;
}

/** What is being written, as it would be read: told of samples or of a real order, and sent to oneself by a press. */
export function MessageTrial({ at, fields, channel, isOfOrders = true, testPath }: MessageTrialProps) {
  const subject = textOf(useWatch({ name: `${at}subject` }));
  const content = textOf(useWatch({ name: `${at}content` }));
  const [order, setOrder] = useState<PickedOrder | null>(null);
  const values = useQuery({
    queryKey: ['merge-values', order?.id],
    queryFn: () => valuesOfOrder(order?.id ?? ''),
    enabled: order !== null,
  });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isOfOrders ? (
        <OrderPicker
          label="Tell it of an order"
          hint="Samples are told until one is chosen."
          among={channel ? { channelId: channel } : {}}
          value={order}
          onChange={setOrder}
        />
      ) : null}
      {values.error ? <Alert severity="error">{values.error.message}</Alert> : null}
      <MessagePreview subject={subject} content={content} fields={fields} values={order ? values.data : undefined} />
      {testPath ? (
        <SendTest path={testPath} body={{ subject, content, ...(order ? { order: order.id } : {}) }} />
      ) : null}
    </Box>
  );
}

function SendTest({ path, body }: { path: string; body: object }) {
  const notify = useNotify();
  const send = useMutation({
    mutationFn: async () => (await request(path, { method: 'POST', body: JSON.stringify(body) })).json,
    onSuccess: ({ sentTo }: { sentTo: string }) => notify(`A test is sent to ${sentTo}`, { type: 'success' }),
    onError: (error: Error) => notify(error.message, { type: 'error' }),
  });
  return (
    <Box>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SendOutlined />}
        loading={send.isPending}
        loadingPosition="start"
        onClick={() => send.mutate()}
      >
        Send me a test
      </Button>
    </Box>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
