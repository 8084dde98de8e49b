import type { FastifyInstance } from 'fastify';
import type { Guild, GuildResource } from '#schemas/generated/types.ts';
import { signedIn } from '../access/signed-in.ts';
import { allowedFilter, assertMay, loadReadable, type Viewer } from '../access/viewer.ts';
import { recordEvent } from '../audit/record-event.ts';
import { unfit } from '../errors/catalogue.ts';
import { idPattern } from '../errors/schema-messages.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import { schemaNamed } from '../resource/schemas/documentation.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

interface Place {
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
  summary: 'Put the resources of a Guild in order',
  description: 'All or nothing; answers every resource of the guild in its new order.',
  tag: 'guilds',
  answer: { type: 'array', items: schemaNamed('GuildResource') },
  errors: [
    'MISSING_ABILITY' as const,
    'MISSING_PERMISSION' as const,
    'RESOURCE_NOT_FOUND' as const,
    'DATABASE_VALIDATION_ERROR' as const,
  ],
};

/** The bulk reorder of a guild's resources (spec 7). */
export async function guildRoutes(app: FastifyInstance): Promise<void> {
  app.patch<{ Params: { id: string }; Body: Place[] }>(
    '/api/guilds/:id/resources',
    { schema: { params: idParams('id'), body }, config: { documentation: reorderDocumentation } },
    async (request) => {
      const viewer = signedIn(request);
      const guild = await loadReadable(viewer, 'Guild', request.params.id);
      // Before anything is said of ids: who may order nothing learns of none.
      allowedFilter(viewer, 'update', 'GuildResource');
      return await reorder(viewer, guild, request.body);
    },
  );
}

async function reorder(viewer: Viewer, guild: Guild, places: Place[]): Promise<GuildResource[]> {
  const inOrder = () => store('GuildResource').find({ filter: { guild: guild.id }, sort: ['order'] });
  return await transaction(async () => {
    const earlier = await inOrder();
    const there = new Map(earlier.map((each) => [each.id, each]));
    const strangers = places.flatMap(({ id }, index) =>
      there.has(id) ? [] : [{ path: `/${index}/id`, value: id, message: 'No resource of this guild has this id' }],
    );
    if (strangers.length > 0) throw unfit(strangers);
    for (const { id, order } of places) {
      const before = there.get(id);
      if (!before) continue;
      assertMay(viewer, 'update', 'GuildResource', before);
      if (before.order !== order) await store('GuildResource').update({ _id: id }, { order });
    }
    const later = await inOrder();
    await recordOrder(viewer, guild, { earlier, later });
    return later;
  });
}

/** One entry of the audit log for all that moved: the titles in their order, as they were and as they are. */
async function recordOrder(
  viewer: Viewer,
  { id, name, revision }: Guild,
  order: Record<'earlier' | 'later', GuildResource[]>,
) {
  const [from, to] = [order.earlier, order.later].map((all) => all.map(({ title }) => title));
  if (!from || !to || from.every((title, index) => title === to[index])) return;
  const changes = [{ field: 'resources', from: JSON.stringify(from.join(', ')), to: JSON.stringify(to.join(', ')) }];
  await recordEvent({
    by: viewer,
    kind: 'record',
    action: 'update',
    subject: { type: 'Guild', id, name, revision },
    changes,
  });
}
