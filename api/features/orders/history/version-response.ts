import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { loadPage } from '../../../engine/resource/lists/list.ts';
import { parseListQuery } from '../../../engine/resource/lists/query.ts';
import type { Expansion } from '../../../engine/resource/records/calls.ts';
import type { JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import { resource } from '../../../engine/store/model.ts';
import { redactSealed } from '../../../engine/store/sealing.ts';
import { newestFirst } from './versions.ts';

/** A version as the API returns it, without passwords (design 6). */
export const versionResponse = ({ id, orderRevision, timestamp, patch, extra, autosave }: OrderVersion) => ({
  id,
  orderRevision,
  timestamp,
  patch: redactSealed(patch),
  extra,
  autosave,
});

export const versionSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    orderRevision: {
      type: 'integer',
      description: 'The revision that the save created; the first one for merged autosaves.',
    },
    timestamp: { type: 'string', format: 'date-time' },
    patch: { type: 'array', items: { type: 'object', additionalProperties: true } },
    extra: { type: 'object', additionalProperties: true },
    autosave: { type: 'boolean' },
  },
  required: ['id', 'orderRevision', 'timestamp', 'patch'],
  additionalProperties: false,
};

/** Maximum number of versions embedded in an order (design 6). */
const maxVersions = 50;

/** The `versions` expansion of an order (`populate`): the newest versions, as many as fit on a page. */
export const versionsExpansion: Expansion<Order> = {
  name: 'versions',
  schema: {
    type: 'array',
    description: `The newest ${maxVersions} versions, newest first, if requested by populate. Fewer if they exceed 4 MiB.`,
    maxItems: maxVersions,
    items: versionSchema,
  },
  load: async ({ id }) => {
    const query = parseListQuery({
      resource: resource('OrderVersion'),
      query: { limit: String(maxVersions) },
      extraKeys: [],
    });
    const page = await loadPage('OrderVersion', { filter: { order: id }, query: { ...query, sort: newestFirst } });
    return page.results.map(versionResponse);
  },
};
