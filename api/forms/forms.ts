import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { withWidgetIds } from '#schemas/forms/with-widget-ids.ts';
import type { Form } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/declaration.ts';
import { newRowId } from './row-id.ts';

/** A form whose widgets or scripts are wrong is refused with the path of each; every widget gets an id that stays (design 7). */
export const forms: Declaration<Form> = {
  // Orders check against forms that are kept in memory under that version.
  afterWrite: touchRights,
  async beforeWrite({ changes }) {
    if (changes.formSchema === undefined) return changes;
    const problems = checkFormSchema(changes.formSchema);
    if (problems.length === 0) return { ...changes, formSchema: withWidgetIds(changes.formSchema, newRowId) };
    throw invalidRequest(
      'body',
      problems.map(({ path, value, message }) => ({ path: `/formSchema${path}`, value, message })),
    );
  },
};
