import type { FastifyInstance } from 'fastify';
import type { Guild, GuildResource } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import { schemaRef } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { invalidRecord } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';

interface ResourcePosition {
  id: string;
  order: number;
}

const body = {
  type: 'array',
  minItems: 1,
  maxItems: 500,
  items: {
    type: 'object',
    properties: { id: { type: 'string', title: 'Id', pattern: idPattern }, order: { type: 'number', title: 'Order' } },
    required: ['id', 'order'],
    additionalProperties: false,
  },
};

const reorderDocumentation = {
  summary: 'Reorder the resources of a Guild',
  operationId: 'reorderGuildResources',
  description: 'All or nothing. Returns all resources of the guild in their new order.',
  tag: 'guilds',
  answer: { type: 'array', items: schemaRef('GuildResource') },
  errors: [
    'MISSING_ABILITY' as const,
    'MISSING_PERMISSION' as const,
    'RESOURCE_NOT_FOUND' as const,
    'DATABASE_VALIDATION_ERROR' as const,
  ],
};

/** Bulk reorder of a guild's resources (spec 7). */
export async function guildRoutes(app: FastifyInstance): Promise<void> {
  app.patch<{ Params: { id: string }; Body: ResourcePosition[] }>(
    '/api/guilds/:id/resources',
    { schema: { params: idParams('id'), body }, config: { documentation: reorderDocumentation } },
    async (request) => {
      const viewer = signedIn(request);
      const guild = await loadReadable(viewer, 'Guild', request.params.id);
      // Check the ability first, so that errors reveal no ids to users without it.
      allowedFilter(viewer, 'update', 'GuildResource');
      return await reorder(viewer, guild, request.body);
    },
  );
}

async function reorder(viewer: Viewer, guild: Guild, positions: ResourcePosition[]): Promise<GuildResource[]> {
  const inOrder = () => storeOf('GuildResource').find({ filter: { guild: guild.id }, sort: ['order'] });
  return await transaction(async () => {
    const earlier = await inOrder();
    const existing = new Map(earlier.map((each) => [each.id, each]));
    const unknownIds = positions.flatMap(({ id }, index) =>
      existing.has(id) ? [] : [{ path: `/${index}/id`, value: id, message: 'No resource of this guild has this id' }],
    );
    if (unknownIds.length > 0) throw invalidRecord(unknownIds);
    for (const { id, order } of positions) {
      const before = existing.get(id);
      if (!before) continue;
      assertMay(viewer, 'update', 'GuildResource', before);
      if (before.order !== order) await storeOf('GuildResource').update({ _id: id }, { order });
    }
    const later = await inOrder();
    await recordOrder(viewer, guild, { earlier, later });
    return later;
  });
}

/** Records one audit log entry for the whole reorder: titles in their old and new order. */
async function recordOrder(
  viewer: Viewer,
  { id, name, revision }: Guild,
  order: Record<'earlier' | 'later', GuildResource[]>,
) {
  const [from, to] = [order.earlier, order.later].map((all) => all.map(({ title }) => title));
  if (!from || !to || from.every((title, index) => title === to[index])) return;
  const changes = [{ field: 'resources', from: JSON.stringify(from.join(', ')), to: JSON.stringify(to.join(', ')) }];
  await recordAuditEvent({
    by: viewer,
    kind: 'record',
    action: 'update',
    subject: { type: 'Guild', id, name, revision },
    changes,
  });
}
