import { asking } from './commands.ts';
import { type ResourceName, resource, type StoredDocument } from './model.ts';
import type { Filter, Store } from './store.ts';

/** A store each of whose calls is told of, as the command that it is to the database; `batches` tells of each by itself. */
export function watchedStore(name: ResourceName, made: Store<StoredDocument>): Store<StoredDocument> {
  const { path: collection } = resource(name);
  const asked = <T>(command: string, filter: Filter | undefined, ask: () => Promise<T>) =>
    asking({ collection, command, filter }, ask);
  return {
    ...made,
    find: (options) => asked('find', options.filter, () => made.find(options)),
    page: (options, bytes) => asked('find', options.filter, () => made.page(options, bytes)),
    findOne: (filter) => asked('find', filter, () => made.findOne(filter)),
    hold: (id) => asked('findAndModify', { _id: id }, () => made.hold(id)),
    count: (filter, limit) => asked('count', filter, () => made.count(filter, limit)),
    insert: (record, named) => asked('insert', undefined, () => made.insert(record, named)),
    add: (record) => asked('insert', undefined, () => made.add(record)),
    insertMany: (records) => asked('insert', undefined, () => made.insertMany(records)),
    update: (filter, ...change) => asked('findAndModify', filter, () => made.update(filter, ...change)),
    advance: (options) => asked('findAndModify', options.filter, () => made.advance(options)),
    rewrite: (filter, update) => asked('update', filter, () => made.rewrite(filter, update)),
    upsert: (filter, update) => asked('update', filter, () => made.upsert(filter, update)),
    updateMany: (filter, update) => asked('update', filter, () => made.updateMany(filter, update)),
    aggregate: (filter, stages) => asked('aggregate', filter, () => made.aggregate(filter, stages)),
    delete: (filter) => asked('findAndModify', filter, () => made.delete(filter)),
    deleteMany: (filter) => asked('delete', filter, () => made.deleteMany(filter)),
  };
}
