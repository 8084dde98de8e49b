import { flushSync } from 'react-dom';
import type { Row } from '#schemas/forms/filling/row.ts';
import { nameOf } from '#schemas/forms/name-of.ts';
import { Button } from '../../look/Button.tsx';
import field from '../fields/Field.module.css';
import { useStore } from '../store/hooks.ts';
import { focusFirstField } from './rowFocus.ts';

/** Says below a list which row was taken away last, and brings it back where it was, with all that stood in it. */
export function RemovedRow({ row, onBack }: { row: Row; onBack: () => void }) {
  const store = useStore();
  // Data that were opened anew since, say after another's save, have other rows: there is nothing to put it back into.
  if (!row.list || outermost(row) !== store.top()) return null;
  const name = `${nameOf(row.list)} ${row.index + 1}`;
  return (
    <p className={field.hint}>
      <span>{name}</span> removed{' '}
      <Button
        kind="quiet"
        aria-label={`Undo: bring ${name} back`}
        onClick={() => {
          flushSync(() => {
            store.putRowBack(row);
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

const outermost = (row: Row): Row => (row.parent ? outermost(row.parent) : row);
