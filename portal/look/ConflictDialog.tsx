import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './ConflictDialog.module.css';
import { Dialog } from './Dialog.tsx';

/** One row of a diff: the saved value and one's own. */
export type DiffRow = { label: string; saved: ReactNode; mine: ReactNode };

/**
 * The conflict dialog for changes that can no longer be saved: it shows the diff before the saved record replaces them.
 */
export function ConflictDialog({
  thing,
  differences,
  onUseSaved,
  onClose,
}: {
  /** The record in the texts: 'This client', 'This order'. */
  thing: string;
  differences: readonly DiffRow[];
  onUseSaved: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`${thing} has changed`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onUseSaved}>
          Load saved version
        </Button>
      }
    >
      <p>Someone else saved it after you opened it. No changes are lost yet.</p>
      {differences.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved version</th>
              <th scope="col">Your version</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, saved, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{saved || '–'}</td>
                <td>{mine || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
