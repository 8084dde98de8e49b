import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { safeParse } from 'secure-json-parse';
import type { FormContext } from '#schemas/forms/form.ts';
import { widgetsWithSource } from '#schemas/forms/option-sources.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { asBody, bodyParser } from '../../engine/resource/routes/routes.ts';
import { idParams, problemList } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { now } from '../../platform/clock/clock.ts';
import { truncateDeepJson } from '../../platform/errors/body-limits.ts';
import { toCheckResponse } from './check-response.ts';
import { fillForm } from './fill.ts';
import { checkInPool } from './fill-thread-pool.ts';
import { cachedForm } from './read-forms.ts';
import { newRowId } from './row-id.ts';

const body = {
  type: 'object',
  properties: {
    formData: { type: 'object', title: 'Form data', additionalProperties: true, 'x-plain-keys': true },
  },
  required: ['formData'],
  additionalProperties: false,
};

const documentation: Documentation = {
  body,
  summary: 'Validate data against a Form without saving it',
  description:
    'Validates as for a new order without a client. Returns the normalized data and the problems that would reject its submission.',
  tag: 'forms',
  answer: {
    type: 'object',
    properties: {
      formData: { type: 'object', additionalProperties: true },
      problems: problemList('The value of the field'),
      normalized: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            path: { type: 'string' },
            from: { description: 'The value in the request' },
            to: { description: 'The normalized value' },
          },
          required: ['path'],
          additionalProperties: false,
        },
      },
    },
    required: ['formData', 'problems', 'normalized'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};

/**
 * Bodies up to this many characters parse in a fraction of a millisecond; longer ones are parsed in a worker thread, to
 * keep the event loop free.
 */
const maxInlineLength = 16_384;

/** POST /api/forms/{id}/check: validates form data without saving it (designs 3 and 7). */
export async function formCheckRoutes(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text: string, done) =>
    done(null, truncateDeepJson(text)),
  );
  app.post<{ Params: { id: string }; Body: string }>(
    '/api/forms/:id/check',
    { schema: { params: idParams('id') }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const form = cachedForm(await loadReadable(viewer, 'Form', request.params.id));
      const context = contextOf(viewer);
      const text = request.body ?? '';
      // The options of lists and resources are loaded here, for the values in the parsed body.
      const isLong = text.length > maxInlineLength && widgetsWithSource(form).length === 0;
      const answer = isLong ? await checkInPool(form, text, context) : undefined;
      if (answer) return reply.type('application/json; charset=utf-8').send(answer);
      // A short body, or one to reject with the location of the error.
      const { formData } = bodyOf(request, text);
      return toCheckResponse(await fillForm(form, { data: formData, as: 'sent' }, context, { viewer, retained: {} }));
    },
  );
}

/** Parses a body with the checks of all other routes. Throws REQUEST_SCHEMA_INVALID. */
function bodyOf(request: FastifyRequest, text: string): { formData: JsonMap } {
  if (text === '') throw new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY();
  const value: unknown = safeParse(text);
  if (value === undefined || value === null) throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
  bodyParser(request, body)(value);
  return asBody(value);
}

/** Script context of an unsaved draft order of the viewer. */
function contextOf({ user: { id, name, email } }: Viewer): FormContext {
  return {
    now: now(),
    zone: 'utc',
    client: null,
    user: { id, name, email },
    channel: null,
    ...orderInScripts({ status: 'DRAFT', submissionDate: null }),
    idOf: newRowId,
  };
}
