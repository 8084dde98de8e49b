import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { withWidgetIds } from '#schemas/forms/with-widget-ids.ts';
import type { Form } from '#schemas/generated/types.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { clearPublishedDraft } from './draft.ts';
import { newRowId } from './row-id.ts';

/**
 * A form whose widgets or scripts are wrong is refused with the path of each; every widget gets an id that stays; each
 * save of another formSchema makes a new version, which is kept for the orders that are filled on it (design 7).
 */
export const forms: Declaration<Form> = {
  parts: [
    { name: 'FormVersion', field: 'form' },
    { name: 'FormDraft', field: 'form' },
  ],

  async beforeWrite({ changes, current }) {
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
    // A note tells of one version: the one before keeps its own.
    return { ...changes, formSchema, version: (current?.version ?? 0) + 1, note: changes.note ?? '' };
  },

  async afterWrite({ id, version, formSchema, note }, { viewer, current, changes }) {
    if (version !== current?.version) {
      const publishedBy = viewer.user.id;
      await store('FormVersion').insert({ form: id, number: version, formSchema, note, publishedBy });
      if (current) await clearPublishedDraft(viewer, { id, formSchema });
    } else if (changes.note !== undefined) {
      await store('FormVersion').updateMany({ form: id, number: version }, { $set: { note } });
    }
  },
};
