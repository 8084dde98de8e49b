import { Icon } from '../../look/Icon.tsx';
import type { Limited } from '../store/numbers.ts';
import field from './Field.module.css';
import styles from './LimitedNumber.module.css';

/** Says that another number stands here than the one that was typed, which is a press away to be corrected (design 7). */
export function LimitedNumber({
  id,
  limited: { typed, kept },
  onBringBack,
}: {
  id: string;
  limited: Limited;
  onBringBack: (typed: number) => void;
}) {
  const [written, bound] = [format.format(typed), format.format(kept)];
  return (
    <div className={styles.limited}>
      <p id={id} role="status" className={field.hint}>
        <Icon name="info" size={16} />
        <span>
          {typed > kept
            ? `${written} is too much: ${bound} is the most`
            : `${written} is too little: ${bound} is the least`}
        </span>
      </p>
      <button type="button" className={styles.back} onClick={() => onBringBack(typed)}>
        {`Back to ${written}`}
      </button>
    </div>
  );
}

const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
