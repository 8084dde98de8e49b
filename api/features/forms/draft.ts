import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { excessOf } from '#schemas/forms/form-size.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { withWidgetIds } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form, FormDraft } from '#schemas/generated/types.ts';
import { assertMay, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { assertRevision, staleRevisionError } from '../../engine/resource/records/records.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { conflict, invalidRequest, maxProblems, notFound } from '../../platform/errors/catalogue.ts';
import { prepareExamples } from './examples.ts';
import { newRowId } from './row-id.ts';

/** What the caller knows about the draft: its revision, that there is none (`isNew`), or nothing. */
export interface ExpectedDraft {
  revision: number | undefined;
  isNew: boolean;
}

/** Content of a draft; without examples it retains the existing ones. */
export interface DraftContent extends Pick<FormDraft, 'formSchema'> {
  examples?: FormDraft['examples'];
}

/** Returns the draft of a form, if the viewer may change the form. Throws RESOURCE_NOT_FOUND if there is none. */
export async function readDraft(viewer: Viewer, id: string): Promise<FormDraft> {
  return withProblems(await draftOf(await loadEditableForm(viewer, id)));
}

/**
 * Saves a draft. Only an oversized schema is rejected; other problems are returned. Assigns widget ids that publishing
 * retains. Throws RESOURCE_CONFLICT if it would overwrite another author's unseen changes (optimistic locking).
 */
export async function saveDraft(
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
export async function discardDraft(viewer: Viewer, id: string, revision: number | undefined): Promise<FormDraft> {
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
