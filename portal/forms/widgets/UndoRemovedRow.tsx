import { flushSync } from 'react-dom';
import type { Row } from '#schemas/forms/filling/row.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import field from '../fields/Field.module.css';
import { useFormStore } from '../store/hooks.ts';
import { focusFirstField } from './rowFocus.ts';

/** The undo notice below a list for the row removed last; restores it at its position with its values. */
export function UndoRemovedRow({ row, onBack }: { row: Row; onBack: () => void }) {
  const store = useFormStore();
  // Data reopened since, for example after a remote save, have new row objects: the row cannot be restored.
  if (!row.list || topRow(row) !== store.rootRow()) return null;
  const name = `${widgetName(row.list)} ${row.index + 1}`;
  return (
    <p className={field.hint}>
      <span>{name}</span> removed{' '}
      <Button
        kind="quiet"
        aria-label={`Undo: restore ${name}`}
        onClick={() => {
          flushSync(() => {
            store.restoreRow(row);
            onBack();
          });
          focusFirstField(store.rowId(row));
        }}
      >
        Undo
      </Button>
    </p>
  );
}

const topRow = (row: Row): Row => (row.parent ? topRow(row.parent) : row);
