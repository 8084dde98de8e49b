import { Button } from '../../look/Button.tsx';
import { Icon } from '../../look/Icon.tsx';
import styles from './AddRowButton.module.css';

interface AddRowButtonProps {
  /** The name of a row. */
  name: string;
  rowCount: number;
  /** The most rows that the list may have. */
  most: number;
  onAdd: () => void;
}

/** The button below a list that adds a row. Once the list is full, it is disabled and the limit stands beside it. */
export function AddRowButton({ name, rowCount, most, onAdd }: AddRowButtonProps) {
  const isFull = rowCount >= most;
  return (
    <div className={styles.foot}>
      <Button onClick={onAdd} disabled={isFull}>
        <Icon name="plus" size={16} /> <span>{`Add ${name}`}</span>
      </Button>
      {isFull && <span className={styles.limit}>{`${most} at most`}</span>}
    </div>
  );
}
