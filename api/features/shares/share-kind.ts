import type { Records, ShareLink } from '#schemas/generated/types.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import type { JsonSchema } from '../../engine/resource/schemas/body-schema.ts';
import type { ResourceName } from '../../engine/store/model.ts';

/** A kind of record that a share link can open. The link shows it with the current permissions of its maker. */
export interface ShareKind {
  /** JSON Schema of the shared data; nothing else of the record is returned. */
  shown: JsonSchema;
  /** Loads the record. Throws RESOURCE_NOT_FOUND or MISSING_ABILITY when the maker may not read it. */
  find(maker: Viewer, id: string): Promise<SharedRecord>;
}

interface SharedRecord {
  /** Name of the link in lists. */
  name: string;
  show(): Promise<object>;
}

/** All kinds, by their name in the ShareLink schema. */
export type ShareKinds = Record<ShareLink['kind'], ShareKind>;

interface ShareOptions<T> {
  shown: JsonSchema;
  nameOf(record: T): string;
  show(record: T, maker: Viewer): Promise<object>;
}

/** Creates a share kind for the records of a resource. */
export function shareKind<Name extends ResourceName>(
  resource: Name,
  { shown, nameOf, show }: ShareOptions<Records[Name]>,
): ShareKind {
  return {
    shown,
    async find(maker, id) {
      const record = await loadReadable(maker, resource, id);
      return { name: nameOf(record).slice(0, 200), show: () => show(record, maker) };
    },
  };
}
