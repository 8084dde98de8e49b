import type { Channel, Client, Form, Order, User } from '#schemas/generated/types.ts';
import { may, type Viewer } from '../access/viewer.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import { seldom } from '../resource/seldom.ts';
import { store } from '../resource/store.ts';

/** Whom and what an order names; null for what is not there. */
export interface Parties {
  form: Form | null;
  channelId: Channel | null;
  client: Client | null;
  user: User | null;
}

type Named = Pick<Order, 'form' | 'channelId' | 'client' | 'user'>;

/** Reads what an order names: two queries at most, none for the viewer. */
export async function partiesOf(order: Named, viewer?: Viewer): Promise<Parties> {
  const [forms, channels, client, user] = await Promise.all([
    seldom('Form', [order.form]),
    seldom('Channel', [order.channelId]),
    order.client ? store('Client').findOne({ _id: order.client }) : null,
    order.user === viewer?.user.id ? viewer.user : store('User').findOne({ _id: order.user }),
  ]);
  return { form: forms.get(order.form) ?? null, channelId: channels.get(order.channelId) ?? null, client, user };
}

const types = { channelId: 'Channel', form: 'Form', client: 'Client', user: 'User' } as const;
const fields = ['channelId', 'form', 'client', 'user'] as const;

/**
 * Throws DATABASE_VALIDATION_ERROR for everything that `asked` names and the viewer may not read: that must not be told
 * from what does not exist.
 */
export function assertPartiesReadable(viewer: Viewer, asked: Partial<Named>, parties: Parties): void {
  const problems = fields.flatMap((field): Problem[] => {
    const [id, record] = [asked[field], parties[field]];
    if (!id || (record && may(viewer, 'read', types[field], record))) return [];
    return [{ path: `/${field}`, value: id, message: `No ${types[field]} has this id` }];
  });
  if (problems.length > 0) throw unfit(problems);
}
