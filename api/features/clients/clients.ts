import mongoose from 'mongoose';
import type { Client, Entity } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { readRecord } from '../../engine/resource/records/records.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import { lockOrganization } from '../entities/client-entity.ts';
import { entities } from '../entities/entities.ts';
import { ImportedDuplicates } from './duplicates.ts';

/**
 * Client hooks. A client is in the entity tree as an entity of subType `client` below its organization; both are
 * created in one transaction (design 4). `below` is the entity chosen by the caller.
 */
export function clients(below?: Entity): ResourceHooks<Client> {
  return {
    queryKeys: {
      channel: {
        description: 'The id or slug of a channel: clients in the tree of its entity.',
        condition: clientsOfChannel,
      },
      alias: {
        description: 'The id or external id of a client that was merged: the client that it was merged into.',
        condition: async (value) => ({ aliases: value }),
      },
    },
    importPlace: {
      field: organizationField,
      condition: { subType: 'abstract' },
      below: async (id, viewer) => clients(await readRecord({ name: 'Entity', declaration: entities, viewer }, id)),
      of: ({ treeScope: [, parent] }) => parent,
    },
    duplicateSearch: (viewer) => new ImportedDuplicates(viewer),
    async beforeWrite({ viewer, changes, current }) {
      if (current) return changes;
      const place = below ?? (await onlyEntityOf(viewer));
      const parent = place && (await lockOrganization(place.id));
      // Deleted meanwhile: fail instead of silently placing the client elsewhere.
      if (place && !parent) throw notFound('Entity', place.id);
      return {
        ...changes,
        treeScope: parent ? [new mongoose.Types.ObjectId().toHexString(), ...parent.treeScope] : [],
      };
    },
    async afterWrite(record, { current }) {
      const [id, parent] = record.treeScope;
      if (!current && id && parent) {
        await storeOf('Entity').insert({
          id,
          name: record.name,
          parent,
          subType: 'client',
          client: record.id,
          treeScope: record.treeScope,
        });
      }
      if (current && current.name !== record.name)
        await storeOf('Entity').update({ client: record.id }, { name: record.name });
    },
    dependents: [
      { name: 'Entity', field: 'client', declaration: entities },
      { name: 'ClientMerge', field: 'client' },
    ],
  };
}

/** The column of imported files with the organization of a new client. */
const organizationField: Field = {
  ...{ name: 'organization', label: 'Organization', kind: 'reference', isRequired: false },
  property: { type: 'string', title: 'Organization', 'x-ref': 'Entity' },
};

/** The default entity by viewer, so that an import reads it once. Its lock checks that it still exists. */
const defaultEntities = new WeakMap<Viewer, Entity | null>();

/** Default entity for a new client: the caller's only one. An ADMIN's client may stay outside the tree. */
async function onlyEntityOf(viewer: Viewer): Promise<Entity | null> {
  const known = defaultEntities.get(viewer);
  if (known !== undefined) return known;
  const only = await readOnlyEntity(viewer);
  defaultEntities.set(viewer, only);
  return only;
}

async function readOnlyEntity({ rights, user }: Viewer): Promise<Entity | null> {
  const filter = { treeScope: { $in: rights.entities }, subType: 'abstract' };
  const [only, ...others] = await storeOf('Entity').find({ filter, limit: 2 });
  if (only && others.length === 0) return only;
  if (user.roles.includes('ADMIN')) return null;
  throw new ApiError('REQUEST_DENIED', {
    reason:
      'Choose the entity that the client belongs to: POST /api/entities/{id}/clients, or Organization in an imported file',
  });
}

/** Query key `channel`: clients in the tree of the channel's entity; the channel is named by slug or id (design 3). */
export async function clientsOfChannel(value: string): Promise<Filter> {
  const channel = await storeOf('Channel').findOne(/^[0-9a-f]{24}$/.test(value) ? { _id: value } : { slug: value });
  return channel ? { treeScope: channel.entityId } : { _id: { $in: [] } };
}
