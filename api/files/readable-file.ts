import type { File } from '#schemas/generated/types.ts';
import type { Viewer } from '../access/viewer.ts';
import { notFound } from '../errors/catalogue.ts';
import { readableAttachments } from '../resource/rules/attachments.ts';
import { storeOf } from '../store/store.ts';

/**
 * Loads a file if the viewer uploaded it or may read a record that refers to it (design 8). Throws RESOURCE_NOT_FOUND
 * otherwise.
 */
export async function readableFile(viewer: Viewer, id: string): Promise<File> {
  const [known] = await readableAttachments(viewer, 'File', [id]);
  const file = known && (await storeOf('File').findOne({ _id: known }));
  if (!file) throw notFound('File', id);
  return file;
}
