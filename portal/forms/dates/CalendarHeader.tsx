import { Icon } from '../../look/Icon.tsx';
import styles from './DatePicker.module.css';

interface HeadProps {
  title: string;
  /** What a click on the title does; without a hint the title is plain text. */
  hint?: string;
  onTitle?: () => void;
  /** The unit of the previous and next buttons: 'month'. */
  turn: string;
  onTurn: (by: 1 | -1) => void;
}

/** The header of a calendar page: its title between the previous and next buttons. */
export function CalendarHeader({ title, hint, onTitle, turn, onTurn }: HeadProps) {
  return (
    <div className={styles.head}>
      <button type="button" className={styles.turn} aria-label={`Previous ${turn}`} onClick={() => onTurn(-1)}>
        <Icon name="previous" size={16} />
      </button>
      {onTitle ? (
        <button type="button" className={styles.title} aria-label={`${title}: ${hint}`} onClick={onTitle}>
          <span>{title}</span>
          <Icon name="down" size={16} />
        </button>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
      <button type="button" className={styles.turn} aria-label={`Next ${turn}`} onClick={() => onTurn(1)}>
        <Icon name="next" size={16} />
      </button>
    </div>
  );
}
