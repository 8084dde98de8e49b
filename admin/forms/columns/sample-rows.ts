import type { ColumnField } from '#schemas/forms/column-paths.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { SampleRow } from './SampleTable.tsx';

/** Sample rows for a form without orders. Option values come from the form, everything else is placeholder data. */
export function sampleRows(fields: readonly ColumnField[]): SampleRow[] {
  return ['DRAFT', 'PENDING', 'APPROVED'].map((status, index) => {
    const formData: JsonMap = {};
    for (const field of fields) put(formData, field.path.split('.'), sampleValue(field, index));
    return { refCode: `Sample ${index + 1}`, status, formData };
  });
}

function put(into: JsonMap, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = isRecord(into[key]) ? into[key] : {};
  into[key] = inner;
  put(inner, rest, value);
}

function sampleValue({ widget }: ColumnField, index: number): unknown {
  switch (widget.type) {
    case 'number_input':
      return (widget.config.minValue ?? 0) + (index + 1) * 10;
    case 'checkbox':
      return index % 2 === 0;
    case 'date_input':
      return `2026-0${index + 1}-15`;
    case 'time_input':
      return `1${index}:30`;
    case 'select':
    case 'radio':
      return widget.config.options[index]?.value ?? widget.config.options[0]?.value;
    case 'multiple_select':
    case 'checkboxes':
      return widget.config.options.slice(0, index + 1).map(({ value }) => value);
    case 'file_input':
    case 'multiple_file_input':
      return { name: `file-${index + 1}.pdf` };
    default:
      return `Text ${index + 1}`;
  }
}
