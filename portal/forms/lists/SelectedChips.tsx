import type { ValidWidget } from '#schemas/forms/form.ts';
import { Icon } from '../../look/Icon.tsx';
import frame from '../fields/Field.module.css';
import { FieldFrame } from '../fields/FieldFrame.tsx';
import type { FieldState } from '../fields/useField.ts';
import styles from './SelectedChips.module.css';

interface ChipsProps {
  /** The field's name, for the list's accessible label. */
  name: string;
  chips: readonly { key: string; label: string }[];
  remove: (index: number) => void;
}

/** The selected values of a field as chips, each with a remove button. */
export function SelectedChips({ name, chips, remove }: ChipsProps) {
  return (
    chips.length > 0 && (
      <ul className={styles.chips} aria-label={`Chosen for ${name}`}>
        {chips.map(({ key, label }, index) => (
          <li key={key} className={styles.chip}>
            <span className={styles.label}>{label}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${label}`}
              onClick={() => remove(index)}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    )
  );
}

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
