import type { Form } from '#schemas/generated/types.ts';
import { may, type Viewer } from '../../../engine/access/viewer.ts';
import type { MapColumns } from '../../../engine/resource/rules/declaration.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { columnFields } from './column-fields.ts';

/**
 * The form data columns that order lists can show, filter and sort by: the tableColumns of the single form that the
 * filters under these keys name (design 3). They need exactly one form, because the same key may mean different things
 * in two forms.
 */
export function formDataColumns(keys: string[]): MapColumns {
  return {
    map: 'formData',
    hint: 'Columns of form data require exactly one form, such as formId=…',
    of: async (filters, viewer) => {
      const [id, ...others] = new Set(keys.flatMap((key) => filters[key] ?? []));
      const form = isId(id) && others.length === 0 ? await readableForm(id, viewer) : undefined;
      return form ? columnFields(form) : [];
    },
  };
}

const hex = new RegExp(idPattern);

/** Whether a value is a record id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && hex.test(value);

/** The form with this id, or undefined when the viewer may not read it. */
export async function readableForm(id: string, viewer: Viewer): Promise<Form | undefined> {
  const form = (await recordCache('Form', [id])).get(id);
  return form && may(viewer, 'read', 'Form', form) ? form : undefined;
}
