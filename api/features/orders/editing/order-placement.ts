import type { Channel, Client, User } from '#schemas/generated/types.ts';
import { hasRole, type Viewer } from '../../../engine/access/viewer.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError, invalidRecord } from '../../../platform/errors/catalogue.ts';

/**
 * Throws DATABASE_VALIDATION_ERROR unless the form is the channel's order form. ADMIN and DEVELOPER may use any form
 * (design 6).
 */
export function assertFormOfChannel(viewer: Viewer, channel: Channel, form: string): void {
  if (form === channel.orderFormId || hasRole(viewer, 'ADMIN', 'DEVELOPER')) return;
  throw invalidRecord([{ path: '/form', value: form, message: 'The channel uses another form' }]);
}

/**
 * The tree scope of an order (design 4): its client's place, else its user's place within the channel's tree, else the
 * channel's.
 */
export async function loadOrderTreeScope({
  client,
  user,
  channel,
}: {
  client: string | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  return orderTreeScope({ client: client ? await storeOf('Client').findOne({ _id: client }) : null, user, channel });
}

/** The same for a client that is already loaded. */
export async function orderTreeScope({
  client,
  user,
  channel,
}: {
  client: Client | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  if (client && client.treeScope.length > 0) return client.treeScope;
  const members = await storeOf('EntityMember').find({ filter: { user } });
  const entities = await storeOf('Entity').find({ filter: { _id: { $in: members.map(({ entity }) => entity) } } });
  const inLine = entities.find(
    ({ id, treeScope }) => channel.treeScope.includes(id) || treeScope.includes(channel.entityId),
  );
  return inLine?.treeScope ?? channel.treeScope;
}

/**
 * Throws DATABASE_VALIDATION_ERROR for a client outside the tree of the channel. Only an ADMIN may order for a client
 * without a place in the tree, which agencies cannot see.
 */
export function assertClientInChannel(viewer: Viewer, client: Client, channel: Channel): void {
  if (isClientInChannel(viewer, client, channel)) return;
  throw invalidRecord([
    { path: '/client', value: client.id, message: "This client is not in the tree of the channel's entity's entity" },
  ]);
}

/** Whether the viewer may order for this client in the channel. */
export function isClientInChannel(viewer: Viewer, { treeScope }: Client, { entityId }: Channel): boolean {
  return treeScope.length === 0 ? hasRole(viewer, 'ADMIN') : treeScope.includes(entityId);
}

/** Throws RESOURCE_INOPERABLE for an inactive user. */
export function assertActive({ id, inactive }: User): void {
  if (!inactive) return;
  const details = { resourceType: 'User', resourceId: id };
  throw new ApiError('RESOURCE_INOPERABLE', { reason: 'Orders cannot be created for an inactive user', details });
}

/**
 * Throws DATABASE_VALIDATION_ERROR unless the user of an order is a member of its entity or of one above: others could
 * neither use its channel nor see it. An ADMIN sees everything.
 */
export async function assertUserInScope({ id, roles }: User, treeScope: string[]): Promise<void> {
  const isMember = async () => (await storeOf('EntityMember').count({ user: id, entity: { $in: treeScope } }, 1)) > 0;
  if (roles.includes('ADMIN') || (await isMember())) return;
  throw invalidRecord([{ path: '/user', value: id, message: "This user is not a member of the order's entity" }]);
}
