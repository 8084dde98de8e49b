import type { GuildResource } from '#schemas/generated/types.ts';
import { readableAttachments } from '../../engine/resource/rules/attachments.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';

/** Markdown links to file content or thumbnails of the API. */
const address = /\/api\/files\/([0-9a-f]{24})\/(?:content|thumbnail)/g;

/**
 * Guild resource hooks: extracts the files shown in a tile's text as attachments, so that its readers may read them and
 * they are not garbage-collected.
 */
export const guildResources: ResourceHooks<GuildResource> = {
  async beforeWrite({ viewer, current, changes }) {
    if (changes.content === undefined) return changes;
    const ids = [...(changes.content ?? '').matchAll(address)].map(([, id = '']) => id);
    const pictures = [...new Set(ids)];
    const added = pictures.filter((id) => !current?.pictures.includes(id));
    const readable = added.length > 0 ? await readableAttachments(viewer, 'File', added) : [];
    const unreadable = added.filter((id) => !readable.includes(id));
    if (unreadable.length > 0)
      throw invalidRecord(
        unreadable.map((id) => ({ path: '/content', value: id, message: `No File has the id ${id}` })),
      );
    return { ...changes, pictures };
  },
};
