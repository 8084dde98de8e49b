import type { FastifyInstance } from 'fastify';
import { excessOf } from '#schemas/forms/form-size.ts';
import type { FormBacktest } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { enqueueJob } from '../../engine/jobs/queue.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { asBody } from '../../engine/resource/routes/routes.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError, invalidRequest } from '../../platform/errors/catalogue.ts';
import { loadEditableForm } from '../forms/draft.ts';

/** How long a finished backtest is retained; milliseconds. */
const retention = 30 * 86_400_000;

/** The changes that end a backtest with this status. */
export const endedBacktest = (status: Exclude<FormBacktest['status'], 'running'>): Partial<FormBacktest> => ({
  status,
  endedAt: now().toISOString(),
  expires: fromNow(retention).toISOString(),
});

/** Only its author sees a backtest, and may cancel it while it runs. */
export const formBacktests: ResourceHooks<FormBacktest> = {
  async beforeWrite({ current, changes }) {
    if (!current || changes.status === undefined || changes.status === current.status) return changes;
    if (current.status === 'running' && changes.status === 'canceled') return endedBacktest('canceled');
    throw new ApiError('REQUEST_DENIED', {
      reason: `The status of a backtest cannot change from ${current.status} to ${changes.status}`,
    });
  },
};

/**
 * Starts a backtest job: runs the given formSchema, or the draft's, or the published one, against the form's latest
 * orders that the viewer may read. Cancels a running backtest of the same author. Throws RESOURCE_NOT_FOUND,
 * MISSING_ABILITY or MISSING_PERMISSION if the viewer may not change the form.
 */
async function startBacktest(
  viewer: Viewer,
  id: string,
  given: FormBacktest['formSchema'] | undefined,
): Promise<FormBacktest> {
  const form = await loadEditableForm(viewer, id);
  const draft = given ? null : await storeOf('FormDraft').findOne({ form: id });
  const formSchema = given ?? (draft ?? form).formSchema;
  const user = viewer.user.id;
  return await transaction(async () => {
    await storeOf('FormBacktest').updateMany(
      { form: id, user, status: 'running' },
      { $set: endedBacktest('canceled') },
    );
    const backtest = await storeOf('FormBacktest').insert({ form: id, user, formSchema, basedOn: form.version });
    await enqueueJob('formBacktest', `FormBacktest/${backtest.id}`);
    return backtest;
  });
}

const backtests = resource('FormBacktest');

const body = {
  type: 'object',
  properties: { formSchema: Object(createBody(resource('Form')).properties).formSchema },
  additionalProperties: false,
};

/** POST /api/forms/{id}/backtests: starts a job that runs a formSchema against the form's latest orders. */
export async function backtestRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: unknown }>(
    '/api/forms/:id/backtests',
    { schema: { params: idParams('id'), body }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { formSchema } = asBody<Partial<Pick<FormBacktest, 'formSchema'>>>(request.body);
      const excess = formSchema && excessOf(formSchema);
      if (excess) throw invalidRequest('body', [{ ...excess, path: `/formSchema${excess.path}` }]);
      const backtest = await startBacktest(viewer, request.params.id, formSchema);
      return reply
        .code(201)
        .header('ETag', `"${backtest.revision}"`)
        .send(toResponse(backtests, backtest, viewer));
    },
  );
}

const documentation: Documentation = {
  ...documentationOf(backtests, 'create', ['RESOURCE_NOT_FOUND']),
  body,
  tag: 'forms',
  summary: 'Backtest a formSchema against the latest orders of a Form',
  description:
    'Requires permission to update the form. Without a formSchema it tests the draft of the form, or else the published version. A job processes the latest 500 orders that the caller can read: read the backtest again for its progress. PATCH of its status to canceled stops it, and so does a new backtest by the same author.',
};
