import type { WidgetProps as AnyWidgetProps, RJSFSchema } from '@rjsf/utils';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { Uploads } from '../../forms/files/uploads.ts';

/** What the fields of a line's form share. */
export type LineFormContext = {
  uploads: Uploads;
  /** The line's own name, for those who can not see where a field stands. */
  name: string;
  /** Whether the fields that are optional say so, and not those that are required. */
  isMarkedOptional: boolean;
};

export type WidgetProps = AnyWidgetProps<JsonMap, RJSFSchema, LineFormContext>;

/** A value in a field of text: what is of another kind, as an API may send it, is seen as well before it is typed over. */
export function shownText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The attributes by which a control is explained to those who cannot see it. */
export function describedBy({ id, schema, rawErrors, required }: WidgetProps) {
  const isWrong = rawErrors !== undefined && rawErrors.length > 0;
  const said = [schema.description && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return {
    'aria-required': required || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': said || undefined,
  };
}
