import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { withWidgetIds } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form, FormDraft } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { assertRevision, staleRevisionError } from '../../engine/resource/records/records.ts';
import { ifMatch, revisionTag } from '../../engine/resource/routes/documentation.ts';
import { asBody, ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import { createBody, idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { recordSchema } from '../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { conflict, invalidRequest, maxProblems, notFound } from '../../platform/errors/catalogue.ts';
import { examplesBody, prepareExamples } from './examples.ts';
import { newRowId } from './row-id.ts';

/** What the caller knows about the draft: its revision, that there is none (`isNew`), or nothing. */
interface ExpectedDraft {
  revision: number | undefined;
  isNew: boolean;
}

/** Content of a draft; without examples it retains the existing ones. */
interface DraftContent extends Pick<FormDraft, 'formSchema'> {
  examples?: FormDraft['examples'];
}

/** Returns the draft of a form, if the viewer may change the form. Throws RESOURCE_NOT_FOUND if there is none. */
async function readDraft(viewer: Viewer, id: string): Promise<FormDraft> {
  return withProblems(await draftOf(await loadEditableForm(viewer, id)));
}

/**
 * Saves a draft. Only an oversized schema is rejected; other problems are returned. Assigns widget ids that publishing
 * retains. Throws RESOURCE_CONFLICT if it would overwrite another author's unseen changes (optimistic locking).
 */
async function saveDraft(
  viewer: Viewer,
  id: string,
  { formSchema: given, examples: samples, expected }: DraftContent & { expected: ExpectedDraft },
): Promise<FormDraft> {
  const form = await loadEditableForm(viewer, id);
  const excess = excessOf(given);
  if (excess) throw invalidRequest('body', [{ ...excess, path: `/formSchema${excess.path}` }]);
  const formSchema = withWidgetIds(given, newRowId);
  const saved = await transaction(async () => {
    const before = await storeOf('FormDraft').findOne({ form: id });
    assertSeen(form, before, expected);
    const examples = samples ? prepareExamples({ formSchema, examples: samples }, form) : (before ?? form).examples;
    const content = { formSchema, examples };
    if (before && isEqual({ formSchema: before.formSchema, examples: before.examples }, content)) return before;
    const savedBy = viewer.user.id;
    const after = before
      ? await storeOf('FormDraft').update({ _id: before.id, revision: before.revision }, { ...content, savedBy })
      : await storeOf('FormDraft').insert({ form: id, ...content, savedBy, basedOn: form.version });
    if (!after) throw staleRevisionError('FormDraft', id);
    await recordAuditChange({ viewer, action: before ? 'update' : 'create', name: 'FormDraft', before, after });
    return after;
  });
  return withProblems(saved);
}

/** Deletes the draft of a form and returns it as it was. */
async function discardDraft(viewer: Viewer, id: string, revision: number | undefined): Promise<FormDraft> {
  const draft = await draftOf(await loadEditableForm(viewer, id));
  assertRevision('FormDraft', draft, revision);
  await transaction(() => removeDraft(viewer, draft));
  return withProblems(draft);
}

/** Deletes the draft if it equals what was just published; a different draft stays. */
export async function clearPublishedDraft(
  viewer: Viewer,
  { id, formSchema, examples }: Pick<Form, 'id' | 'formSchema' | 'examples'>,
) {
  const draft = await storeOf('FormDraft').findOne({ form: id });
  const isPublished = draft && isEqual(draft.formSchema, formSchema) && isEqual(draft.examples, examples);
  if (isPublished) await removeDraft(viewer, draft);
}

async function removeDraft(viewer: Viewer, draft: FormDraft): Promise<void> {
  const removed = await storeOf('FormDraft').delete({ _id: draft.id, revision: draft.revision });
  if (!removed) throw staleRevisionError('FormDraft', draft.form);
  await recordAuditChange({ viewer, action: 'delete', name: 'FormDraft', before: removed, after: null });
}

/** Loads a form that the viewer may change. Throws RESOURCE_NOT_FOUND, MISSING_ABILITY or MISSING_PERMISSION. */
export async function loadEditableForm(viewer: Viewer, id: string): Promise<Form> {
  const form = await loadReadable(viewer, 'Form', id);
  assertMay(viewer, 'update', 'Form', form);
  return form;
}

async function draftOf({ id }: Form): Promise<FormDraft> {
  const draft = await storeOf('FormDraft').findOne({ form: id });
  if (!draft) throw notFound('FormDraft', id);
  return draft;
}

function assertSeen({ id }: Form, draft: FormDraft | null, { revision, isNew }: ExpectedDraft): void {
  if (draft && isNew) throw conflict('FormDraft', id, 'Another user has started a draft of this form in the meantime');
  if (!draft && revision !== undefined)
    throw conflict('FormDraft', id, 'This draft was published or discarded in the meantime');
  if (draft) assertRevision('FormDraft', draft, revision);
}

function withProblems(draft: FormDraft): FormDraft {
  const problems = checkFormSchema(draft.formSchema).slice(0, maxProblems);
  return { ...draft, problems: problems.map(({ path, message }) => ({ path, message })) };
}

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
    operationId: 'saveFormDraft',
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
    operationId: 'discardFormDraft',
    description: 'Returns the discarded draft. The published version does not change.',
    headers: ifMatch,
    errors: ['MISSING_ABILITY', 'MISSING_PERMISSION', 'RESOURCE_NOT_FOUND', 'RESOURCE_CONFLICT'],
  },
} satisfies Record<string, Documentation>;
