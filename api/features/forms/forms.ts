import { detectRenamedKeys, renameColumns } from '#schemas/designing/renamed-keys.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import { withWidgetIds } from '#schemas/forms/with-widget-ids.ts';
import type { Form } from '#schemas/generated/types.ts';
import { renameMergeFields } from '#schemas/mail/rename-merge-fields.ts';
import type { Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { staleRevisionError } from '../../engine/resource/records/records.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { clearPublishedDraft } from './draft.ts';
import { confirmFailing, failingExamples, prepareExamples } from './examples.ts';
import { newRowId } from './row-id.ts';

/**
 * Form hooks: rejects invalid widgets and scripts with their paths, assigns permanent widget ids, and creates an
 * immutable version for every change of formSchema, for the orders filled on it (design 7).
 */
export const forms: ResourceHooks<Form> = {
  dependents: [
    { name: 'FormVersion', field: 'form' },
    { name: 'FormDraft', field: 'form' },
    { name: 'FormBacktest', field: 'form' },
    { name: 'FormPresence', field: 'form' },
  ],

  async beforeWrite({ changes: { redReason, ...rest }, current }) {
    const changes = rest.examples ? { ...rest, examples: prepareExamples(rest, current) } : rest;
    if (changes.formSchema === undefined) return changes;
    const problems = checkFormSchema(changes.formSchema);
    if (problems.length > 0) {
      throw invalidRequest(
        'body',
        problems.map(({ path, value, message }) => ({ path: `/formSchema${path}`, value, message })),
      );
    }
    const formSchema = withWidgetIds(changes.formSchema, newRowId);
    if (current && isEqual(formSchema, current.formSchema)) return { ...changes, formSchema };
    const examples = changes.examples ?? current?.examples ?? [];
    const redExamples = confirmFailing(await failingExamples(formSchema, examples), redReason);
    const tableColumns = renamedTableColumns({ formSchema, tableColumns: changes.tableColumns }, current);
    // Note and failing examples belong to one version, so a new version starts without the previous note.
    return {
      ...changes,
      ...tableColumns,
      redExamples,
      formSchema,
      version: (current?.version ?? 0) + 1,
      note: changes.note ?? '',
    };
  },

  async afterWrite(form, { viewer, current, changes }) {
    const { id, version, formSchema, examples, note, redExamples } = form;
    if (current && !isEqual(form.tableColumns, current.tableColumns)) await enqueueTwice('orderColumns', `Form/${id}`);
    if (version !== current?.version) {
      const publishedBy = viewer.user.id;
      const redReason = redExamples.length > 0 ? changes.redReason : '';
      const published = { formSchema, examples, note, redReason, redExamples, publishedBy };
      await storeOf('FormVersion').insert({ form: id, number: version, ...published });
      const subject = { type: 'Form', id, name: form.name, revision: form.revision } as const;
      await recordAuditEvent({ by: viewer, kind: 'publishing', action: 'publish', subject, details: { version } });
      if (!current) return;
      await renameChannelMergeFields(viewer, current, form);
      await clearPublishedDraft(viewer, form);
      return;
    }
    const versionChanges = {
      ...(changes.note === undefined ? {} : { note }),
      ...(changes.examples === undefined ? {} : { examples }),
    };
    if (Object.keys(versionChanges).length > 0)
      await storeOf('FormVersion').updateMany({ form: id, number: version }, { $set: versionChanges });
  },
};

/** Returns a published form's table columns, updated for renamed field keys (design 7). */
function renamedTableColumns(
  { formSchema, tableColumns }: Pick<Form, 'formSchema'> & { tableColumns: Form['tableColumns'] | undefined },
  current: Form | null,
): Partial<Pick<Form, 'tableColumns'>> {
  const given = tableColumns ?? current?.tableColumns;
  if (!current || !given || given.length === 0) return {};
  const after = readFormWithoutScripts(formSchema);
  return {
    tableColumns: renameColumns(given, detectRenamedKeys(readFormWithoutScripts(current.formSchema), after), after),
  };
}

/** Updates field keys in the messages of channels that use the form, within the transaction of the save. */
async function renameChannelMergeFields(viewer: Viewer, before: Form, { id, formSchema }: Form): Promise<void> {
  const renamed = detectRenamedKeys(readFormWithoutScripts(before.formSchema), readFormWithoutScripts(formSchema));
  if (renamed.size === 0) return;
  for (const channel of await storeOf('Channel').find({ filter: { orderFormId: id } })) {
    const { onboardingEmail } = channel;
    if (!onboardingEmail?.config) continue;
    const config = renameMergeFields(onboardingEmail.config, renamed);
    if (isEqual(config, onboardingEmail.config)) continue;
    const changed = { onboardingEmail: { ...onboardingEmail, config } };
    const after = await storeOf('Channel').update({ _id: channel.id, revision: channel.revision }, changed);
    if (!after) throw staleRevisionError('Channel', channel.id);
    await recordAuditChange({ viewer, action: 'update', name: 'Channel', before: channel, after });
  }
}
