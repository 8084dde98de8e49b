import { detectRenamedKeys, renameColumns } from '#schemas/designing/renamed-keys.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form } from '#schemas/generated/types.ts';
import { renameMergeFields } from '#schemas/mail/rename-merge-fields.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordAuditChange } from '../audit/record-change.ts';
import { staleRevisionError } from '../resource/records/service.ts';
import { storeOf } from '../store/store.ts';

/** Returns a published form's table columns, updated for renamed field keys (design 7). */
export function renamedTableColumns(
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
export async function renameChannelMergeFields(viewer: Viewer, before: Form, { id, formSchema }: Form): Promise<void> {
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
