import SendOutlined from '@mui/icons-material/SendOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { MarkdownText } from '#portal/forms/widgets/MarkdownText.tsx';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Client, Form, Order } from '#schemas/generated/types.ts';
import { type MergeField, mergeMarkdown, mergeText, unknownMergeFields } from '#schemas/mail/merge-fields.ts';
import { mergeValues } from '#schemas/mail/merge-values.ts';
import { OrderPicker, type PickedOrder } from '../orders/picking/OrderPicker.tsx';
import { request } from '../provider/http.ts';

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
          label="Preview with an order"
          hint="Sample values are shown until you choose an order."
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
    onSuccess: ({ sentTo }: { sentTo: string }) => notify(`Test sent to ${sentTo}`, { type: 'success' }),
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

/** Computes the merge values of an order like the server does. Throws HttpError. */
async function orderMergeValues(id: string): Promise<Map<string, string>> {
  const [order, form] = await Promise.all([
    read<Omit<Order, 'client'> & { client: Client | string | null }>(`/api/orders/${id}?populate=client`),
    read<Pick<Form, 'formSchema'>>(`/api/orders/${id}/form`),
  ]);
  const channel = await read<Channel>(`/api/channels/${order.channelId}`);
  const client = typeof order.client === 'string' ? null : order.client;
  const values = mergeValues({
    order,
    client,
    channel,
    form: readForm(form.formSchema),
    now: new Date().toISOString(),
  });
  return values.set('order.link', `${window.location.origin}/c/${channel.slug}/orders/${id}`);
}

async function read<T>(path: string): Promise<T> {
  const { json } = await request(path);
  return json;
}

interface MessagePreviewProps {
  subject: string;
  content: string;
  fields: readonly MergeField[];
  /** Values of an order; fields without a value use samples. */
  values?: ReadonlyMap<string, string> | undefined;
}

/** Preview of a message with an order's values or samples for the merge fields. */
function MessagePreview({ subject, content, fields, values }: MessagePreviewProps) {
  const samples = new Map([...fields.map(({ name, sample }): [string, string] => [name, sample]), ...(values ?? [])]);
  const unknown = unknownMergeFields(`${subject} ${content}`, new Set(fields.map(({ name }) => name)));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {unknown.length > 0 ? (
        <Alert severity="warning">{`Unknown merge fields: ${unknown.join(', ')}. Fix them before you save.`}</Alert>
      ) : null}
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {mergeText(subject, samples) || 'No subject yet'}
      </Typography>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <MarkdownText text={mergeMarkdown(content, samples)} />
      </Box>
    </Box>
  );
}
