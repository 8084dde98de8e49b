import type { Channel, Client, Form, Order, User } from '#schemas/generated/types.ts';
import { may, type Viewer } from '../access/viewer.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import { type FormOfVersion, formOfVersion } from '../forms/read-forms.ts';
import { keptRecords } from '../store/kept-records.ts';
import { store } from '../store/store.ts';

/** The records that an order names; null for what is not there, and for a person or client that nobody asks for. */
export interface References {
  form: Form | null;
  /** The engine's form of the version that the order is filled on; null with the form. */
  read: FormOfVersion | null;
  channelId: Channel | null;
  client: Client | null;
  user: User | null;
}

type Named = Pick<Order, 'form' | 'channelId' | 'client' | 'user'>;
type Person = 'client' | 'user';

interface Asking {
  viewer?: Viewer;
  /** Who is asked for although no script of the form reads them. */
  also?: Person[];
  /** What the same request has read already: a client and a user that it names too are not read twice. */
  known?: References;
}

/**
 * Reads what an order names: form and channel from memory where nothing of their kind has changed since, client and user from the
 * database, where a script reads them. An order without `formVersion` takes the one that is published. Throws RESOURCE_INOPERABLE
 * when its version is gone.
 */
export async function referencesOf(
  order: Named & Partial<Pick<Order, 'formVersion'>>,
  { viewer, also = [], known }: Asking = {},
): Promise<References> {
  const [forms, channels] = await Promise.all([
    keptRecords('Form', [order.form]),
    keptRecords('Channel', [order.channelId]),
  ]);
  const form = forms.get(order.form) ?? null;
  const read = form && (await formOfVersion(form, order.formVersion ?? form.version));
  const isMine = order.user === viewer?.user.id;
  const isAskedFor = (person: Person) => also.includes(person) || read?.asks.has(person);
  // One after the other would be two waits; in a transaction MongoDB takes one question at a time.
  const [client, other] = await Promise.all([
    order.client && isAskedFor('client')
      ? (ofId(known?.client, order.client) ?? store('Client').findOne({ _id: order.client }))
      : null,
    isMine || !isAskedFor('user')
      ? null
      : (ofId(known?.user, order.user) ?? store('User').findOne({ _id: order.user })),
  ]);
  const user = (isMine ? viewer?.user : other) ?? null;
  return { form, read, channelId: channels.get(order.channelId) ?? null, client, user };
}

/** A record that was read before, where it is the one of this id. */
const ofId = <T extends { id: string }>(record: T | null | undefined, id: string): T | undefined =>
  record?.id === id ? record : undefined;

const types = { channelId: 'Channel', form: 'Form', client: 'Client', user: 'User' } as const;
const fields = ['channelId', 'form', 'client', 'user'] as const;

/**
 * Throws DATABASE_VALIDATION_ERROR for everything that `asked` names and the viewer may not read: that must not be told
 * from what does not exist. Rights count as of the request's session look-up, as in every call (design 4). What is removed
 * after it is refused by the transaction that stores the order (`keepNamed`); what is moved after it takes the order along
 * (`entities/move.ts` is told twice).
 */
export function assertReferencesReadable(viewer: Viewer, asked: Partial<Named>, references: References): void {
  const problems = fields.flatMap((field): Problem[] => {
    const [id, record] = [asked[field], references[field]];
    if (!id || (record && may(viewer, 'read', types[field], record))) return [];
    return [{ path: `/${field}`, value: id, message: `No ${types[field]} has this id` }];
  });
  if (problems.length > 0) throw unfit(problems);
}
