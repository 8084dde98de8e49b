import type { GuildResource } from '#schemas/generated/types.ts';
import { unfit } from '../errors/catalogue.ts';
import { readableAttachments } from '../resource/rules/attachments.ts';
import type { Declaration } from '../resource/rules/declaration.ts';

/** Where the API has a file, as a text in markdown shows or links it. */
const address = /\/api\/files\/([0-9a-f]{24})\/(?:content|thumbnail)/g;

/** A tile of a guild: the pictures in its text are read by who reads it, and kept as long as it shows them. */
export const guildResources: Declaration<GuildResource> = {
  async beforeWrite({ viewer, current, changes }) {
    if (changes.content === undefined) return changes;
    const found = [...(changes.content ?? '').matchAll(address)].map(([, id = '']) => id);
    const pictures = [...new Set(found)];
    const added = pictures.filter((id) => !current?.pictures.includes(id));
    const readable = added.length > 0 ? await readableAttachments(viewer, 'File', added) : [];
    const strange = added.filter((id) => !readable.includes(id));
    if (strange.length > 0)
      throw unfit(strange.map((id) => ({ path: '/content', value: id, message: `No File has the id ${id}` })));
    return { ...changes, pictures };
  },
};
