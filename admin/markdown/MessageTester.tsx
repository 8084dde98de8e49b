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
import { orderMergeValues } from './order-values.ts';

interface MessageTrialProps {
  /** Form path prefix of subject and content, such as `onboardingEmail.config.`. */
  at: string;
  fields: readonly MergeField[];
  /** Restricts the orders to this channel. */
  channel?: string;
  /** Whether the message has order fields. */
  isOfOrders?: boolean;
  /** Endpoint that sends a test message; undefined until the record exists. */
  testPath?: string | undefined;
}

/** Live preview of a message with sample or real order data, and a button that sends the user a test. */
export function MessageTester({ at, fields, channel, isOfOrders = true, testPath }: MessageTrialProps) {
  const subject = textOf(useWatch({ name: `${at}subject` }));
  const content = textOf(useWatch({ name: `${at}content` }));
  const [order, setOrder] = useState<PickedOrder | null>(null);
  const values = useQuery({
    queryKey: ['merge-values', order?.id],
    queryFn: () => orderMergeValues(order?.id ?? ''),
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
