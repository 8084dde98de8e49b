import type { Records, ShareLink } from '#schemas/generated/types.ts';
import { loadReadable, type Viewer } from '../access/viewer.ts';
import type { JsonSchema } from '../resource/schemas/body-schema.ts';
import type { ResourceName } from '../store/model.ts';

/** One kind of record that a link may open: what is shown of it, by the rights that the maker of the link has at that moment. */
export interface ShareKind {
  /** What is shown: nothing else of the record is answered. */
  shown: JsonSchema;
  /** Finds the record. Throws RESOURCE_NOT_FOUND or MISSING_ABILITY where the maker may not read it. */
  find(maker: Viewer, id: string): Promise<SharedRecord>;
}

interface SharedRecord {
  /** What the link is called in lists. */
  name: string;
  show(): Promise<object>;
}

/** Every kind, by its word in the schema of links. */
export type ShareKinds = Record<ShareLink['kind'], ShareKind>;

interface Showing<T> {
  shown: JsonSchema;
  nameOf(record: T): string;
  show(record: T, maker: Viewer): Promise<object>;
}

/** The kind of the records of one resource. */
export function shareKind<Name extends ResourceName>(
  resource: Name,
  { shown, nameOf, show }: Showing<Records[Name]>,
): ShareKind {
  return {
    shown,
    async find(maker, id) {
      const record = await loadReadable(maker, resource, id);
      return { name: nameOf(record).slice(0, 200), show: () => show(record, maker) };
    },
  };
}
