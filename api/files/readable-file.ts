import type { File } from '#schemas/generated/types.ts';
import { conditionOf } from '../access/ability.ts';
import { allowedFilter, type Viewer } from '../access/viewer.ts';
import { notFound } from '../errors/catalogue.ts';
import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { joining } from '../store/transaction.ts';

/**
 * The file, when the viewer uploaded it or may read an order that holds it (design 8). Throws RESOURCE_NOT_FOUND for all
 * others.
 */
export async function readableFile(viewer: Viewer, id: string): Promise<File> {
  const [file] = await readableFiles(viewer, [id]);
  if (!file) throw notFound('File', id);
  return file;
}

/** Those of some files that the viewer may read: one query, and two more when some are of others. */
export async function readableFiles(viewer: Viewer, ids: string[]): Promise<File[]> {
  const own = await store('File').find({
    filter: { $and: [{ _id: { $in: ids } }, allowedFilter(viewer, 'read', 'File')] },
  });
  const known = new Set(own.map((file) => file.id));
  const others = ids.filter((id) => !known.has(id));
  const orders = conditionOf(viewer.ability, 'read', 'Order');
  if (others.length === 0 || orders === null) return own;
  const held = await model('Order').distinct('files', { $and: [{ files: { $in: others } }, orders] }, joining());
  const found = new Set(held.map(String));
  const readable = others.filter((id) => found.has(id));
  return readable.length === 0 ? own : [...own, ...(await store('File').find({ filter: { _id: { $in: readable } } }))];
}
