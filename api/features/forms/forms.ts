import type { FastifyInstance } from 'fastify';
import { detectRenamedKeys, renameColumns } from '#schemas/designing/renamed-keys.ts';
import { optionsFromOf } from '#schemas/forms/accepted-options.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isOptionResource, widgetsWithSource } from '#schemas/forms/option-sources.ts';
import { readFormWithoutScripts, withWidgetIds } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form } from '#schemas/generated/types.ts';
import { renameMergeFields } from '#schemas/mail/merge-fields.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { recordAuditChange } from '../../engine/audit/record-change.ts';
import { recordAuditEvent } from '../../engine/audit/record-event.ts';
import { enqueueTwice } from '../../engine/jobs/queue.ts';
import { staleRevisionError, updateRecord } from '../../engine/resource/records/records.ts';
import { documentationOf } from '../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../engine/resource/routes/routes.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { toResponse } from '../../engine/resource/rules/serializer.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { resource } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest, notFound } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
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
    const optionLists = await usedOptionLists(formSchema);
    const examples = changes.examples ?? current?.examples ?? [];
    const redExamples = confirmFailing(await failingExamples(formSchema, examples), redReason);
    const tableColumns = renamedTableColumns({ formSchema, tableColumns: changes.tableColumns }, current);
    // Note and failing examples belong to one version, so a new version starts without the previous note.
    return {
      ...changes,
      ...tableColumns,
      redExamples,
      optionLists,
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

/** The ids of the option lists that the fields use. Throws REQUEST_SCHEMA_INVALID for a key without a list. */
async function usedOptionLists(formSchema: Form['formSchema']): Promise<Form['optionLists']> {
  const fields = widgetsWithSource(readFormWithoutScripts(formSchema));
  const uses = fields.map((widget) => ({ place: widget.place, key: optionsFromOf(widget) }));
  const keys = [...new Set(uses.map(({ key }) => key))].filter((key) => !isOptionResource(key));
  const lists = keys.length > 0 ? await storeOf('OptionList').find({ filter: { key: { $in: keys } } }) : [];
  const found = new Set(lists.map(({ key }) => key));
  const missing = uses.filter(({ key }) => !isOptionResource(key) && !found.has(key));
  if (missing.length > 0)
    throw invalidRequest(
      'body',
      missing.map(({ place, key }) => ({
        path: `/formSchema${place}/config/optionsFrom`,
        value: key,
        message: `There is no option list with the key ${key}`,
      })),
    );
  return lists.map(({ id }) => id);
}

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

const params = {
  type: 'object',
  properties: { id: { type: 'string', pattern: idPattern }, number: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
  required: ['id', 'number'],
};

/**
 * POST /api/forms/{id}/versions/{n}/publish: republishes an earlier version as the newest one, with a new number
 * (designs 3 and 7).
 */
export async function publishRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string; number: string } }>(
    '/api/forms/:id/versions/:number/publish',
    { schema: { params }, config: { documentation } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const [id, number] = [request.params.id, Number(request.params.number)];
      const form = await loadReadable(viewer, 'Form', id);
      const version = await storeOf('FormVersion').findOne({ form: id, number });
      if (!version) throw notFound('FormVersion', String(number));
      const { formSchema, redReason } = version;
      // A version older than examples takes the current ones; failing ones do not prevent the rollback.
      const examples = version.examples.length > 0 ? version.examples : form.examples;
      // If the schema is already published, keep its note too.
      const note = isEqual(formSchema, form.formSchema) ? {} : { note: `Version ${number} again` };
      const published = await updateRecord(
        { name: 'Form', declaration: forms, viewer },
        {
          id,
          revision: ifMatchRevision(request) ?? form.revision,
          changes: { formSchema, examples, redReason: redReason || `Version ${number} again`, ...note },
        },
      );
      return reply.header('ETag', `"${published.revision}"`).send(toResponse(resource('Form'), published, viewer));
    },
  );
}

const documentation: Documentation = {
  ...documentationOf(resource('Form'), 'update'),
  summary: 'Republish an earlier version of a Form',
  description: 'Creates a new version with its content. Existing orders stay on the form version that they use.',
};
