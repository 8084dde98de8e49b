import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FormDraft } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { ifMatch, revisionTag } from '../../engine/resource/routes/documentation.ts';
import { asBody, ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { recordSchema } from '../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { type DraftContent, discardDraft, readDraft, saveDraft } from './draft.ts';
import { examplesBody } from './examples.ts';

const drafts = resource('FormDraft');
const url = '/api/forms/:id/draft';
const draftBody = { ...createBody(drafts), properties: { ...Object(createBody(drafts).properties), ...examplesBody } };
type Address = { Params: { id: string } };

/** GET, PUT and DELETE /api/forms/{id}/draft: unpublished changes of form authors (designs 3 and 7). */
export async function formDraftRoutes(app: FastifyInstance): Promise<void> {
  const schema = { params: idParams('id') };

  app.get<Address>(url, { schema, config: { documentation: documented.read } }, async (request, reply) => {
    const viewer = signedIn(request);
    return send(reply, viewer, await readDraft(viewer, request.params.id));
  });

  app.put<Address & { Body: unknown }>(
    url,
    { schema: { ...schema, body: draftBody }, config: { documentation: documented.keep } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const content = asBody<DraftContent>(request.body);
      const expected = { revision: ifMatchRevision(request), isNew: request.headers['if-none-match'] === '*' };
      return send(reply, viewer, await saveDraft(viewer, request.params.id, { ...content, expected }));
    },
  );

  app.delete<Address>(url, { schema, config: { documentation: documented.discard } }, async (request, reply) => {
    const viewer = signedIn(request);
    return send(reply, viewer, await discardDraft(viewer, request.params.id, ifMatchRevision(request)));
  });
}

const send = (reply: FastifyReply, viewer: Viewer, draft: FormDraft) =>
  reply.header('ETag', `"${draft.revision}"`).send(toResponse(drafts, draft, viewer));

const shared = {
  tag: 'forms',
  answer: recordSchema(drafts),
  answerHeaders: revisionTag,
} satisfies Partial<Documentation>;

/** OpenAPI documentation of the draft routes. */
const documented = {
  read: {
    ...shared,
    summary: 'Get the draft of a Form',
    description: 'Requires permission to update the form. `problems` lists what currently prevents publishing.',
    errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND'],
  },
  keep: {
    ...shared,
    summary: 'Save the draft of a Form',
    description:
      'Accepts a draft that cannot be published yet; `problems` lists the reasons. The draft is deleted once its content is published. `If-None-Match: *` saves only if there is no draft yet.',
    headers: {
      ...ifMatch,
      'If-None-Match': {
        type: 'string',
        pattern: '^\\*$',
        description: 'Expects that there is no draft. An existing draft is RESOURCE_CONFLICT.',
        examples: ['*'],
      },
    },
    errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT'],
  },
  discard: {
    ...shared,
    summary: 'Discard the draft of a Form',
    description: 'Returns the discarded draft. The published version does not change.',
    headers: ifMatch,
    errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT'],
  },
} satisfies Record<string, Documentation>;
