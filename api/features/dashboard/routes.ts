import type { FastifyInstance } from 'fastify';
import { waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { dashboardPage } from '#schemas/resource/back-office.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, assertAbility } from '../../engine/access/viewer.ts';
import { idShape as id, listOf, objectOf } from '../../engine/resource/schemas/shapes.ts';
import { resource } from '../../engine/store/model.ts';
import { dashboardOf } from './dashboard.ts';

/** GET /api/dashboard: order statistics for roles with the whole back-office (spec 6). */
export async function dashboardRoutes(app: FastifyInstance): Promise<void> {
  app.get('/api/dashboard', { config: { documentation, isHeavy: () => true } }, async (request) => {
    const viewer = signedIn(request);
    assertAbility(viewer, 'read', dashboardPage.label);
    return await dashboardOf(allowedFilter(viewer, 'read', 'Order'));
  });
}

const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const count = { count: { type: 'integer' }, isMinimum: { type: 'boolean' } };

const documentation = {
  tag: 'orders',
  summary: 'Get the dashboard',
  description:
    'Returns the number of orders by status, week and channel, the orders that wait for a decision, and the fields that blocked submissions in the last 30 days. Each number equals the total of the list with the same filter: exact up to 10,000, with isMinimum beyond that. Requires ADMIN or DEVELOPER.',
  answer: objectOf({
    statuses: listOf({
      status: { type: 'string', enum: resource('Order').schema.properties.status?.enum ?? [] },
      ...count,
    }),
    weeks: listOf({ from: date, to: date, ...count }),
    channels: listOf({ id, name: text, ...count }),
    waiting: objectOf({
      ...count,
      since: { type: ['string', 'null'], format: 'date-time' },
      longer: listOf({ time: { type: 'string', enum: Object.keys(waitingTimeFilters) }, ...count }),
    }),
    refusals: listOf({
      form: id,
      formName: text,
      path: text,
      label: text,
      reason: { type: 'string', enum: ['missing', 'rule'] },
      count: { type: 'integer' },
    }),
    refusalsFrom: date,
  }),
  errors: ['MISSING_ABILITY' as const],
};
