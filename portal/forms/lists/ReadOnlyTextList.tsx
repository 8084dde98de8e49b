import type { ValidWidget } from '#schemas/forms/form.ts';
import frame from '../fields/Field.module.css';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import type { FieldState } from '../fields/useField.ts';

/** A read-only list of texts as a single field that can be focused and copied from. */
export function ReadOnlyTextList({
  widget,
  field,
  texts,
}: {
  widget: ValidWidget;
  field: FieldState;
  texts: string[];
}) {
  return (
    <FieldFrame widget={widget} field={field}>
      <textarea
        id={field.id}
        className={frame.growing}
        style={{ '--least-rows': 1, '--most-rows': 20 }}
        rows={1}
        readOnly
        disabled={field.isDisabled}
        value={texts.join(', ')}
        {...field.ariaProps}
      />
    </FieldFrame>
  );
}
