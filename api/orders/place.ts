import type { Channel, Client, User } from '#schemas/generated/types.ts';
import { hasRole, type Viewer } from '../access/viewer.ts';
import { ApiError, unfit } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';

/** An order is filled on its channel's form; ADMIN and DEVELOPER may take any (design 6). */
export function assertFormFits(viewer: Viewer, channel: Channel, form: string): void {
  if (form === channel.orderFormId || hasRole(viewer, 'ADMIN', 'DEVELOPER')) return;
  throw unfit([{ path: '/form', value: form, message: 'This is not the form of the channel' }]);
}

/** Where an order hangs (design 4): its client's place, else its user's in the channel's line, else its channel's. */
export async function scopeOf({
  client,
  user,
  channel,
}: {
  client: string | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  return placeOf({ client: client ? await store('Client').findOne({ _id: client }) : null, user, channel });
}

/** The same when the client is read already. */
export async function placeOf({
  client,
  user,
  channel,
}: {
  client: Client | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  if (client && client.treeScope.length > 0) return client.treeScope;
  const members = await store('EntityMember').find({ filter: { user } });
  const entities = await store('Entity').find({ filter: { _id: { $in: members.map(({ entity }) => entity) } } });
  const inLine = entities.find(
    ({ id, treeScope }) => channel.treeScope.includes(id) || treeScope.includes(channel.entityId),
  );
  return inLine?.treeScope ?? channel.treeScope;
}

/**
 * An order is for a client in the tree of its channel. One outside the tree, which agencies do not see, only an ADMIN orders
 * for. Throws DATABASE_VALIDATION_ERROR.
 */
export function assertClientFits(viewer: Viewer, client: Client, channel: Channel): void {
  if (fitsChannel(viewer, client, channel)) return;
  throw unfit([{ path: '/client', value: client.id, message: 'This client is not in the tree of the channel' }]);
}

/** Whether the viewer may order for this client in the channel. */
export function fitsChannel(viewer: Viewer, { treeScope }: Client, { entityId }: Channel): boolean {
  return treeScope.length === 0 ? hasRole(viewer, 'ADMIN') : treeScope.includes(entityId);
}

/** Throws RESOURCE_INOPERABLE for a user who is not to be given an order. */
export function assertActive({ id, inactive }: User): void {
  if (!inactive) return;
  const details = { resourceType: 'User', resourceId: id };
  throw new ApiError('RESOURCE_INOPERABLE', { reason: 'An inactive user has no orders made for them', details });
}

/**
 * The user of an order is a member of where it stands, or of an entity above: who is not could neither use its channel nor see
 * it. An ADMIN sees all. Throws DATABASE_VALIDATION_ERROR.
 */
export async function assertUserFits({ id, roles }: User, treeScope: string[]): Promise<void> {
  const isMember = async () => (await store('EntityMember').count({ user: id, entity: { $in: treeScope } }, 1)) > 0;
  if (roles.includes('ADMIN') || (await isMember())) return;
  throw unfit([{ path: '/user', value: id, message: 'This user does not belong to where the order stands' }]);
}
