import type { Type } from '#grammar/index.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetAtPath } from '#schemas/forms/widget-at-path.ts';
import type { Form } from '#schemas/generated/types.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { may, type Viewer } from '../../../engine/access/viewer.ts';
import type { MapColumns } from '../../../engine/resource/rules/declaration.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { cachedForm } from '../../forms/read-forms.ts';

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

/** Widgets whose values never appear in lists, CSV, mails or prints (design 7). */
const secret = new Set<string>(['password_input']);

/**
 * Maps the table columns of a form to fields of its orders. Columns that are not shown by default become hidden fields;
 * paths without a value are skipped.
 */
function columnFields({ tableColumns, ...form }: Form): Field[] {
  const read = cachedForm({ tableColumns, ...form });
  return tableColumns.flatMap(({ path, defaultVisibility }) => {
    const found = widgetAtPath(read, path.split('.'));
    if (!found) return [];
    const { widget, isRepeated } = found;
    const kind = widgetKinds[widget.type];
    if (kind.holds !== 'value' || secret.has(widget.type)) return [];
    const value = { ...propertyOf(kind.scriptType), ...ownKeywords(widget) };
    const property: Property = {
      ...(isRepeated ? { type: 'array', items: value } : value),
      ...(defaultVisibility === false ? { 'x-admin': { widget: 'hidden' } } : {}),
    };
    const name = `formData.${path}`;
    const decimals = widget.type === 'number_input' ? widget.config.precision : undefined;
    return [
      {
        ...{
          name,
          label: widget.meta.label || path,
          kind: propertyKindOf(property, name),
          property,
          isRequired: false,
        },
        ...(decimals === undefined ? {} : { decimals }),
      },
    ];
  });
}

/** Keywords for the value's format: money for numbers, date or date-time for texts. */
function ownKeywords(widget: ValidWidget): Pick<Property, 'format' | 'x-money'> {
  if (widget.type === 'number_input' && widget.config.money !== 'none') return { 'x-money': 'USD' };
  if (widget.type === 'date_input') return { format: widget.config.includeTime ? 'date-time' : 'date' };
  return {};
}

/** The JSON Schema property for a script type, for filters, sorting and cells. */
function propertyOf(type: Type): Property {
  if (typeof type === 'string') return { type: scalars[type] };
  return 'list' in type
    ? { type: 'array', items: propertyOf(type.list) }
    : { type: 'object', additionalProperties: true };
}

const scalars = {
  text: 'string',
  date: 'string',
  duration: 'string',
  any: 'string',
  number: 'number',
  boolean: 'boolean',
} as const satisfies Record<Extract<Type, string>, Property['type']>;
