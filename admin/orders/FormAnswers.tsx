import { Alert, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useGetOne } from 'react-admin';
import { FormView } from '#portal/forms/FormView.tsx';
import { createFormStore } from '#portal/forms/store/createFormStore.ts';
import { contextOf } from '#portal/orders/formContext.ts';
import { formProblems } from '#portal/orders/orderProblems.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import type { Channel, Client, Form, User } from '#schemas/generated/types.ts';
import { Part } from '../frame/Part.tsx';
import { request } from '../provider/http.ts';
import type { OrderRecord } from './order-record.ts';

/** What was filled in, by the portal's own renderer: what a moderator reads is what the person saw. */
export function FormAnswers({ order }: { order: OrderRecord }) {
  const form = useQuery<Form>({
    queryKey: ['order_forms', order.id, order.form, order.formVersion],
    queryFn: async ({ signal }) => (await request(`/api/orders/${order.id}/form`, { signal })).json,
  });
  const client = useGetOne<Client>('clients', { id: order.client ?? '' }, { enabled: order.client !== null });
  const user = useGetOne<User>('users', { id: order.user });
  const channel = useGetOne<Channel>('channels', { id: order.channelId });
  const isPending = [form, user, channel, ...(order.client === null ? [] : [client])].some((each) => each.isPending);
  return (
    <Part title="Form">
      {isPending ? <Skeleton height={160} variant="rounded" /> : null}
      {form.error ? <Alert severity="warning">{form.error.message}</Alert> : null}
      {form.data && !isPending ? (
        <Filled
          key={`${order.id} ${form.data.version}`}
          form={form.data}
          order={order}
          client={client.data ?? order.client}
          user={user.data ?? order.user}
          channel={channel.data ?? { id: order.channelId, name: '' }}
        />
      ) : null}
    </Part>
  );
}

interface FilledProps {
  form: Form;
  order: OrderRecord;
  client: Client | string | null;
  user: User | string;
  channel: Pick<Channel, 'id' | 'name'>;
}

function Filled({ form, order, client, user, channel }: FilledProps) {
  const context = useMemo(() => contextOf({ ...order, client, user, channel }), [order, client, user, channel]);
  const [store] = useState(() =>
    createFormStore({ form: readForm(form.formSchema), values: order.formData, context, isReadOnly: true }),
  );
  useEffect(() => {
    const { useContext: tellContext } = store;
    tellContext(context);
    store.replace(order.formData);
    const problems = formProblems(order.problems ?? []);
    if (problems.length > 0) store.takeServerProblems(problems);
  }, [store, order, context]);
  return <FormView store={store} />;
}
