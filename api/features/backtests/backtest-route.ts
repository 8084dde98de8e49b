import type { FastifyInstance } from 'fastify';
import { excessOf } from '#schemas/forms/form-size.ts';
import type { FormBacktest } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { asBody } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { startBacktest } from './backtests.ts';

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
