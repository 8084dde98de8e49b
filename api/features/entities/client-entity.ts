import type { Entity } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';

/** Returns whether the entity represents a client rather than a part of the organization. */
export const isForClient = ({ subType }: Pick<Entity, 'subType'>): boolean => subType === 'client';

/** Throws REQUEST_SCHEMA_INVALID unless the entity has a client exactly if its subType is `client`. */
export function assertSubType({ subType = 'abstract', client = null }: Partial<Entity>): void {
  if (isForClient({ subType }) === (client !== null)) return;
  const message = client
    ? 'Only an entity of subType client has a client'
    : 'Missing required field: Client (an entity of subType client has one)';
  throw invalidRequest('body', [{ path: '/client', value: client, message }]);
}

/** Throws RESOURCE_INOPERABLE if the entity has members or child entities; a client's entity must not have any. */
export async function assertNoDependents({ id }: Entity): Promise<void> {
  const [members, children] = [
    await storeOf('EntityMember').count({ entity: id }),
    await storeOf('Entity').count({ parent: id }),
  ];
  if (members + children === 0) return;
  const referredBy = { ...(members ? { EntityMember: members } : {}), ...(children ? { Entity: children } : {}) };
  throw inoperable(id, 'An entity with members or child entities cannot become a client entity', referredBy);
}

/**
 * Locks the parent entity of a new record. Throws RESOURCE_INOPERABLE for a client's entity, which has no members or
 * children. Returns null if it does not exist.
 */
export async function lockOrganization(id: string): Promise<Entity | null> {
  const entity = await storeOf('Entity').lockForUpdate(id);
  if (entity && isForClient(entity))
    throw inoperable(id, 'An entity of subType client cannot have members or child entities');
  return entity;
}

function inoperable(id: string, reason: string, referredBy?: Record<string, number>): ApiError {
  const details = { resourceType: 'Entity', resourceId: id, ...(referredBy ? { referredBy } : {}) };
  return new ApiError('RESOURCE_INOPERABLE', { reason, details });
}
