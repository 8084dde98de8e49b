import { use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import { useTableCell } from '../fields/tableCell.ts';
import { useFieldCell } from '../store/hooks.ts';
import { keysOfRow } from './computeChangeMarks.ts';
import styles from './FieldNotes.module.css';
import {
  ChangeMarksContext,
  type FieldNote,
  type FieldNotes,
  type FormChangeMarks,
  type MarkedProps,
} from './marks.ts';

/** Notes by the path of their field, with the ids of rows instead of indexes. */
type NotesByPath = ReadonlyMap<string, readonly FieldNote[]>;

/** Returns marks for `ChangeMarksContext` that show notes at their fields, over those of changes. */
export function createNoteMarks(notes: NotesByPath, options: Omit<FieldNotes, 'notesAt'>): FormChangeMarks {
  const { inner, onAdd } = options;
  const notesAt = (widget: ValidWidget, row: Row) => notes.get(stablePathOf(widget, row)) ?? none;
  return {
    isMarked: (widget, row) =>
      (onAdd !== undefined && isField(widget)) ||
      notesAt(widget, row).length > 0 ||
      (inner?.isMarked(widget, row) ?? false),
    kindOfRow: (row) => inner?.kindOfRow(row),
    // One component for all notes: another one would render its field anew, and the field would lose the focus.
    Marked: NotedField,
    fieldNotes: { ...options, notesAt },
  };
}

const none: readonly FieldNote[] = [];

const isField = (widget: ValidWidget) => widget.key !== '' && widgetKinds[widget.type].holds === 'value';

/** The path of a field below the form data, with the ids of rows. */
const stablePathOf = (widget: ValidWidget, row: Row): string =>
  pointerOf([...keysOfRow(row), ...widget.scope.inRow, widget.key]);

/** A field with its notes below, each with its author, and a button that resolves it. */
function NotedField({ widget, row, children }: MarkedProps) {
  const { fieldNotes } = use(ChangeMarksContext) ?? {};
  const { isShown } = useFieldCell(widget, row);
  const isInCell = useTableCell() !== null;
  if (!fieldNotes || !isShown) return children;
  const { inner, onResolve, onAdd, notesAt } = fieldNotes;
  const notes = notesAt(widget, row);
  const name = widgetName(widget);
  return (
    <div className={styles.noted}>
      <div>
        {inner?.isMarked(widget, row) ? (
          <inner.Marked widget={widget} row={row}>
            {children}
          </inner.Marked>
        ) : (
          children
        )}
      </div>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={`Notes on ${name}`}>
          {notes.map((note) => (
            <li key={note.id} className={styles.note}>
              <span className={styles.text}>{note.text}</span>
              <span className={styles.author}>{note.author}</span>
              {onResolve && (
                <button
                  type="button"
                  className={styles.jump}
                  aria-label={`Resolve the note on ${name}: ${note.text}`}
                  onClick={() => onResolve(note)}
                >
                  Resolve
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {onAdd && !isInCell && isField(widget) && (
        <button
          type="button"
          className={styles.add}
          aria-label={`Add a note on ${name}`}
          onClick={() => onAdd(widget, row, name)}
        >
          Note
        </button>
      )}
    </div>
  );
}
