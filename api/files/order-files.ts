import { pointerOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { fileId } from '#schemas/products/line-formats.ts';
import type { Viewer } from '../access/viewer.ts';
import { unfit } from '../errors/catalogue.ts';
import { readableAttachments } from '../resource/rules/attachments.ts';

/** A file in the data of an order. */
export interface HeldFile {
  id: string;
  /** A JSON pointer into the order. */
  path: string;
}

/** The values of file widgets in form data, wherever they stand: objects with id, name and mimeType (design 7). */
export function filesIn(formData: JsonMap): HeldFile[] {
  const found: HeldFile[] = [];
  const rest: { value: unknown; path: string }[] = [{ value: formData, path: '/formData' }];
  // With a list of its own instead of itself again, since data may be deeper than the stack; in the order written.
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

interface Holding extends Pick<Order, 'formData'>, Partial<Pick<Order, 'files'>> {
  /** Those of its lines, where they are looked at: only a product's schema tells which texts are files. */
  lineFiles?: HeldFile[] | undefined;
}

const filesOf = ({ formData, lineFiles = [] }: Holding): HeldFile[] => [...filesIn(formData), ...lineFiles];

/** The ids of all files that states of an order hold, or ever held: an earlier version may bring each back. */
export function heldBy(...states: Holding[]): string[] {
  return [...new Set(states.flatMap((state) => [...(state.files ?? []), ...filesOf(state).map(({ id }) => id)]))];
}

interface Take {
  viewer: Viewer;
  order: Holding;
  before?: Holding;
}

/**
 * Throws DATABASE_VALIDATION_ERROR for the files that an order newly holds and the viewer may not read: by an id alone nobody
 * gets a stranger's file.
 */
export async function assertFilesReadable({ viewer, order, before }: Take): Promise<void> {
  const known = new Set(before ? heldBy(before) : []);
  const added = filesOf(order).filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ id }) => id))];
  const readable = new Set(await readableAttachments(viewer, 'File', ids));
  const problems = added.filter(({ id }) => !readable.has(id));
  if (problems.length > 0) {
    throw unfit(problems.map(({ id, path }) => ({ path, value: id, message: 'No File has this id' })));
  }
}
