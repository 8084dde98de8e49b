import mongoose from 'mongoose';
import type { Entity } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/declaration.ts';
import { store } from '../resource/store.ts';
import { scopeOfEntity } from '../resource/tree-scope.ts';
import { moveTree } from './move.ts';

/** Entities: each knows itself and all above it (treeScope), and takes what hangs below along when it moves (design 4). */
export const entities: Declaration<Entity> = {
  async beforeWrite({ changes, current }) {
    if (current && (changes.parent === undefined || changes.parent === current.parent)) return changes;
    const id = current?.id ?? new mongoose.Types.ObjectId().toHexString();
    const above = changes.parent ? await scopeOfEntity(changes.parent) : [];
    if (above.includes(id))
      throw invalidRequest('body', [
        { path: '/parent', value: changes.parent, message: 'An entity can not be below itself' },
      ]);
    return { ...changes, ...(current ? {} : { id }), treeScope: [id, ...above] };
  },
  async afterWrite(record, { current }) {
    if (current && record.treeScope.join() !== current.treeScope.join()) await moveTree(record);
    if (record.subType === 'abstract') await touchRights();
  },
  async onReadOne(record) {
    const [members, children] = await Promise.all([
      store('EntityMember').find({ filter: { entity: record.id }, sort: ['-createdAt'] }),
      store('Entity').find({ filter: { parent: record.id }, sort: ['name'] }),
    ]);
    return {
      ...record,
      members: members.map(({ id, user, flags, createdAt }) => ({ id, user, flags, createdAt })),
      children: children.map(({ id }) => id),
    };
  },
};
