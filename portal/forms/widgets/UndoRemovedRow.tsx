import { flushSync } from 'react-dom';
import type { Row } from '#schemas/forms/filling/row.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import field from '../fields/Field.module.css';
import { useFormStore } from '../store/hooks.ts';
import { focusFirstField } from './rowFocus.ts';

/**
 * The undo notice below a list for the rows removed since the page was opened, the last one first; restores it at its
 * position with its values.
 */
export function UndoRemovedRow({
  removed,
  onRestored,
}: {
  removed: readonly Row[];
  onRestored: (removed: readonly Row[]) => void;
}) {
  const store = useFormStore();
  // Data reopened since, for example after a remote save, have new row objects: such rows cannot be restored.
  const restorable = removed.filter((each) => topRow(each) === store.rootRow());
  const row = restorable.at(-1);
  if (!row?.list) return null;
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
            onRestored(restorable.slice(0, -1));
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
