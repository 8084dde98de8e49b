import DataLoader from 'dataloader';
import type { Channel, Client, Form, Order, User } from '#schemas/generated/types.ts';
import { may, type Viewer, viewerOf } from '../../../engine/access/viewer.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { isInTransaction } from '../../../engine/store/transaction.ts';
import { invalidRecord, type Problem } from '../../../platform/errors/catalogue.ts';
import { cachedFormVersion, type ParsedFormVersion } from '../../forms/read-forms.ts';

/** The records that an order references. Null for missing ones, and for a client or user that was not requested. */
export interface References {
  form: Form | null;
  /** The compiled form version that the order is filled on; null without the form. */
  read: ParsedFormVersion | null;
  channelId: Channel | null;
  client: Client | null;
  user: User | null;
}

type Named = Pick<Order, 'form' | 'channelId' | 'client' | 'user'>;
type Person = 'client' | 'user';

interface LoadOptions {
  viewer?: Viewer;
  /** Load these people even if no script of the form reads them. */
  also?: Person[];
  /** Records that the same request has already loaded, so that its client and user are not read twice. */
  known?: References;
}

/**
 * Loads the records that an order references: form and channel from the record cache, client and user from the database
 * if a script reads them. Without `formVersion` the published version is used. Throws RESOURCE_INOPERABLE when the form
 * version is gone.
 */
export async function loadReferences(
  order: Named & Partial<Pick<Order, 'formVersion'>>,
  { viewer, also = [], known }: LoadOptions = {},
): Promise<References> {
  const [forms, channels] = await Promise.all([
    recordCache('Form', [order.form]),
    recordCache('Channel', [order.channelId]),
  ]);
  const form = forms.get(order.form) ?? null;
  const read = form && (await cachedFormVersion(form, order.formVersion ?? form.version));
  // Orders of older versions may lack a user, and jobs have no viewer.
  const ownUser = viewer && order.user === viewer.user.id ? viewer.user : null;
  const isRequested = (person: Person) => also.includes(person) || read?.contextReads.has(person);
  // Load in parallel to save a round trip. (In a transaction MongoDB handles one command at a time.)
  const [client, other] = await Promise.all([
    order.client && isRequested('client') ? (ofId(known?.client, order.client) ?? loadClient(order.client)) : null,
    order.user && !ownUser && isRequested('user')
      ? (ofId(known?.user, order.user) ?? loadUser(order.user, viewer))
      : null,
  ]);
  return { form, read, channelId: channels.get(order.channelId) ?? null, client, user: ownUser ?? other };
}

/** Batches the reads of clients by all requests of one event-loop turn. Callers must not mutate the clients. */
const clients = new DataLoader<string, Client | null>(
  async (ids) => {
    const found = await storeOf('Client').find({ filter: { _id: { $in: [...new Set(ids)] } } });
    const byId = new Map(found.map((client) => [client.id, client]));
    return ids.map((id) => byId.get(id) ?? null);
  },
  { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
);

/** Reads a client. A transaction reads its own writes, so its read is not shared. */
const loadClient = (id: string): Promise<Client | null> =>
  isInTransaction() ? storeOf('Client').findOne({ _id: id }) : clients.load(id);

/** Reads a user, from the cache if the request has read that user's cache versions. */
async function loadUser(id: string, viewer: Viewer | undefined): Promise<User | null> {
  const { recordOwner } = viewer ?? {};
  const isVersionRead = recordOwner?.id === id && !isInTransaction();
  const cached = isVersionRead ? await viewerOf(id, recordOwner.versions) : null;
  return cached?.user ?? (await storeOf('User').findOne({ _id: id }));
}

/** A record that was read before, where it is the one of this id. */
const ofId = <T extends { id: string }>(record: T | null | undefined, id: string): T | undefined =>
  record?.id === id ? record : undefined;

const types = { channelId: 'Channel', form: 'Form', client: 'Client', user: 'User' } as const;
const fields = ['channelId', 'form', 'client', 'user'] as const;

/**
 * Throws DATABASE_VALIDATION_ERROR for every reference in `requested` that the viewer may not read, with the same message
 * as for a missing record. Permissions are those of the request's session lookup (design 4). A record deleted after
 * that is caught by the transaction that stores the order (`assertReferencesStillExist`); a record that moves takes the order along
 * (`entities/move.ts` enqueues its job twice).
 */
export function assertReferencesReadable(viewer: Viewer, requested: Partial<Named>, references: References): void {
  const problems = fields.flatMap((field): Problem[] => {
    const [id, record] = [requested[field], references[field]];
    if (!id || (record && may(viewer, 'read', types[field], record))) return [];
    return [{ path: `/${field}`, value: id, message: `No ${types[field]} has this id` }];
  });
  if (problems.length > 0) throw invalidRecord(problems);
}
