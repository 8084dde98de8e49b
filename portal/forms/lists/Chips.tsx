import { Icon } from '../../look/Icon.tsx';
import styles from './Chips.module.css';

interface ChipsProps {
  /** What the list is called by screen readers. */
  name: string;
  chips: readonly { key: string; label: string; isOdd?: boolean }[];
  remove: (index: number) => void;
}

/** The chosen ones of a field, each with a button that takes it out. */
export function Chips({ name, chips, remove }: ChipsProps) {
  return (
    chips.length > 0 && (
      <ul className={styles.chips} aria-label={`Chosen for ${name}`}>
        {chips.map(({ key, label, isOdd }, index) => (
          <li key={key} className={styles.chip} data-odd={isOdd}>
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
