import { Icon } from '../../look/Icon.tsx';
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
