import { runCommand } from './commands.ts';
import { type ResourceName, resource, type StoredDocument } from './model.ts';
import type { Filter, Store } from './store.ts';

/**
 * Wraps a store so that each call is reported to the command listeners (metrics, traces, slow queries). `batches`
 * reports its own commands.
 */
export function watchedStore(name: ResourceName, inner: Store<StoredDocument>): Store<StoredDocument> {
  const { path: collection } = resource(name);
  const report = <T>(command: string, filter: Filter | undefined, run: () => Promise<T>) =>
    runCommand({ collection, command, filter }, run);
  return {
    ...inner,
    find: (options) => report('find', options.filter, () => inner.find(options)),
    page: (options, bytes) => report('find', options.filter, () => inner.page(options, bytes)),
    findOne: (filter) => report('find', filter, () => inner.findOne(filter)),
    lockForUpdate: (id) => report('findAndModify', { _id: id }, () => inner.lockForUpdate(id)),
    count: (filter, limit) => report('count', filter, () => inner.count(filter, limit)),
    insert: (record, named) => report('insert', undefined, () => inner.insert(record, named)),
    add: (record) => report('insert', undefined, () => inner.add(record)),
    insertMany: (records) => report('insert', undefined, () => inner.insertMany(records)),
    update: (filter, ...change) => report('findAndModify', filter, () => inner.update(filter, ...change)),
    updateFirst: (options) => report('findAndModify', options.filter, () => inner.updateFirst(options)),
    updateDerived: (filter, update) => report('update', filter, () => inner.updateDerived(filter, update)),
    upsert: (filter, update) => report('update', filter, () => inner.upsert(filter, update)),
    updateMany: (filter, update) => report('update', filter, () => inner.updateMany(filter, update)),
    aggregate: (filter, stages) => report('aggregate', filter, () => inner.aggregate(filter, stages)),
    delete: (filter) => report('findAndModify', filter, () => inner.delete(filter)),
    deleteMany: (filter) => report('delete', filter, () => inner.deleteMany(filter)),
  };
}
