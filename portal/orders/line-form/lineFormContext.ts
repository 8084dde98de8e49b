import type { WidgetProps as AnyWidgetProps, RJSFSchema } from '@rjsf/utils';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { Uploads } from '../../forms/files/uploads.ts';

/** The context that all fields of a line's form share (RJSF formContext). */
export type LineFormContext = {
  uploads: Uploads;
  /** The display name of the line, so that screen readers announce where a field belongs. */
  name: string;
  /** Whether optional fields are marked instead of required ones. */
  isMarkedOptional: boolean;
};

export type WidgetProps = AnyWidgetProps<JsonMap, RJSFSchema, LineFormContext>;

/**
 * Returns the text of a value for a text field. A value of another type, which the API allows, is visible before it is
 * replaced.
 */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the ARIA attributes of a control: required, invalid, and the ids of its description and error. */
export function describedBy({ id, schema, rawErrors, required }: WidgetProps) {
  const isWrong = rawErrors !== undefined && rawErrors.length > 0;
  const describingIds = [schema.description && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return {
    'aria-required': required || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': describingIds || undefined,
  };
}
