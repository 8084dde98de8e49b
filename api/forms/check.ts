import type { FastifyInstance } from 'fastify';
import type { FormContext } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { signedIn } from '../access/signed-in.ts';
import { loadReadable, type Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { idParams } from '../resource/schemas/body-schema.ts';
import type { Documentation } from '../resource/schemas/documentation.ts';
import { fillForm } from './fill.ts';
import { readOnce } from './read-forms.ts';
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
  summary: 'Check data against a Form without saving them',
  description: 'As for a new order without a client: in normal form, with what would refuse its submission.',
  tag: 'forms',
  answer: {
    type: 'object',
    properties: {
      formData: { type: 'object', additionalProperties: true },
      problems: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, value: {}, message: { type: 'string' } },
          required: ['path', 'message'],
          additionalProperties: false,
        },
      },
      normalized: {
        type: 'array',
        items: {
          type: 'object',
          properties: { path: { type: 'string' }, from: {}, to: {} },
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

/** POST /api/forms/{id}/check: the engine's word on data that nobody saves (design 3 and 7). */
export async function formCheckRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: { formData: JsonMap } }>(
    '/api/forms/:id/check',
    { schema: { params: idParams('id'), body }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const form = readOnce(await loadReadable(viewer, 'Form', request.params.id));
      const context = contextOf(viewer);
      const sent = { data: request.body.formData, as: 'sent' } as const;
      const { data: formData, problems, normalized } = await fillForm(form, sent, context);
      const inData = <T extends { path: string }>(each: T) => ({ ...each, path: `/formData${each.path}` });
      return {
        formData,
        problems: problems.map(inData),
        normalized: normalized.map(inData),
      };
    },
  );
}

/** What scripts read of a draft that is nobody's yet but the viewer's. */
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
