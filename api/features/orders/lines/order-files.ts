import { pointerOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { readableAttachments } from '../../../engine/resource/rules/attachments.ts';
import { invalidRecord } from '../../../platform/errors/catalogue.ts';

/** A file referenced by an order. */
export interface FileReference {
  id: string;
  /** A JSON pointer into the order. */
  path: string;
}

/** Finds the file references in form data, at any depth: objects with id, name and mimeType (design 7). */
function findFileReferences(formData: JsonMap): FileReference[] {
  const found: FileReference[] = [];
  const rest: { value: unknown; path: string }[] = [{ value: formData, path: '/formData' }];
  // Iterative traversal in document order, because data may be nested deeper than the call stack allows.
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (value === null || typeof value !== 'object') continue;
    const id = fileIdOf(value);
    if (id !== undefined) found.push({ id, path });
    for (const [key, inner] of Object.entries(value).reverse()) {
      if (typeof inner === 'object') rest.push({ value: inner, path: `${path}${pointerOf([key])}` });
    }
  }
  return found;
}

function fileIdOf(value: object): string | undefined {
  if (!('id' in value && 'name' in value && 'mimeType' in value)) return undefined;
  const { id, name, mimeType } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof mimeType !== 'string') return undefined;
  return fileId.test(id) ? id : undefined;
}

interface FileState extends Pick<Order, 'formData'>, Partial<Pick<Order, 'files'>> {
  /** Files of the order's lines, if needed: only a product's schema tells which texts are files. */
  lineFileReferences?: FileReference[] | undefined;
}

const filesOf = ({ formData, lineFileReferences = [] }: FileState): FileReference[] => [
  ...findFileReferences(formData),
  ...lineFileReferences,
];

/**
 * Returns the ids of all files that states of an order refer to or ever referred to, because restoring an earlier
 * version may need them.
 */
export function allFileIds(...states: FileState[]): string[] {
  return [...new Set(states.flatMap((state) => [...(state.files ?? []), ...filesOf(state).map(({ id }) => id)]))];
}

interface FileCheck {
  viewer: Viewer;
  order: FileState;
  before?: FileState;
}

/**
 * Throws DATABASE_VALIDATION_ERROR for files that an order newly refers to and the viewer may not read, so that knowing
 * an id does not give access to another user's file.
 */
export async function assertFilesReadable({ viewer, order, before }: FileCheck): Promise<void> {
  const known = new Set(before ? allFileIds(before) : []);
  const added = filesOf(order).filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ id }) => id))];
  const readable = new Set(await readableAttachments(viewer, 'File', ids));
  const problems = added.filter(({ id }) => !readable.has(id));
  if (problems.length > 0) {
    throw invalidRecord(problems.map(({ id, path }) => ({ path, value: id, message: 'No File has this id' })));
  }
}
