import { formPlace } from '#schemas/changes/words/form-place.ts';
import type { FieldDescription } from '#schemas/changes/words/place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { columnPaths, columnValue } from '#schemas/forms/column-paths.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Form } from '#schemas/generated/types.ts';
import { additionalFields } from '#schemas/orders/order-fields.ts';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import { readCachedForm } from '../loading/cachedForms.ts';
import type { AdditionalColumn, FormColumn } from './formColumns.ts';

/** Returns the table columns of a form, labeled by its widgets. Skips paths that lead to no value. */
export function readFormColumns({
  tableColumns,
  ...form
}: Pick<Form, 'id' | 'version' | 'formSchema' | 'tableColumns'>): FormColumn[] {
  const read = readCachedForm(form);
  const widgetsByPath = new Map(columnPaths(read).map(({ path, widget }) => [path, widget]));
  // The list already shows this field as the campaign.
  const name = tableColumns.find(({ path }) => widgetsByPath.get(path)?.type === 'text_input')?.path;
  return tableColumns.flatMap(({ path, defaultVisibility }) => {
    const widget = widgetsByPath.get(path);
    if (!widget) return [];
    const place = placeAt(formPlace(read), path);
    return [
      {
        path,
        title: place.label,
        isDefault: defaultVisibility !== false && path !== name,
        isNumber: widget.type === 'number_input',
        kind: widget.type === 'number_input' ? 'number' : widget.type === 'date_input' ? 'date' : 'text',
        text: (data) => textOf(place, columnValue(data, path)),
      },
    ];
  });
}

/** Returns the field at a path. Paths do not contain the keys of list rows. */
const placeAt = (form: FieldDescription, path: string): FieldDescription =>
  path.split('.').reduce((at, key) => (at.holds === 'rows' ? at.inside('') : at).inside(key), form);

/** Formats a value; a field inside of list rows has one per row. */
const textOf = (place: FieldDescription, value: unknown): string =>
  Array.isArray(value) && value.some(Array.isArray)
    ? value.map((each) => textOf(place, each)).join(', ')
    : place.text(value);

/** Returns the columns of the additional order fields, with labels and display values from the schema. */
export function readAdditionalColumns(): AdditionalColumn[] {
  const place = recordPlace(schema);
  return additionalFields.flatMap((name: string) => {
    const { label, text } = place.inside(name);
    const kind = propertyKindOf(schema.properties[name] ?? {}, name);
    // A row has only the id of a reference.
    if (kind === 'reference') return [];
    return [
      {
        key: name,
        title: label,
        isNumber: kind === 'number' || kind === 'integer' || kind === 'money',
        text: (order) => text(new Map<string, unknown>(Object.entries(order)).get(name)),
      },
    ];
  });
}
