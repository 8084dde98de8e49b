import { useEffect, useMemo } from 'react';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { type PinnedNote, pinnedNotes, stablePath } from '#schemas/orders/field-notes.ts';
import { allows, type OrderRights } from '#schemas/orders/rights.ts';
import { noteInWords } from '#schemas/orders/waiver-words.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import fieldNotes from '../../forms/marks/FieldNotes.module.css';
import { createNoteMarks } from '../../forms/marks/FieldNotes.tsx';
import type { FieldNote, FormChangeMarks } from '../../forms/marks/marks.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { useUserNames } from '../history/useUserNames.ts';
import styles from './Bypass.module.css';

/** A field of the form that a note is to be pinned to. */
export interface NoteTarget {
  /** Its JSON pointer in the order. */
  path: string;
  label: string;
}

/**
 * The open notes that are pinned to fields: a list that leads to each of them, and marks that show them at their fields
 * (design 6, remarks). The order's user and moderators can resolve them. Renders nothing without a note.
 */
export function OpenNotes({
  order,
  store,
  rights,
  marks,
  isBusy,
  onMarks,
  onJump,
  onResolve,
  onAdd,
}: {
  order: PopulatedOrder;
  store: FormStore;
  rights: OrderRights;
  /** Marks that the fields have besides: how they changed. */
  marks: FormChangeMarks | null;
  isBusy: boolean;
  /** Sets the marks in the form while this is shown. */
  onMarks: (marks: FormChangeMarks | null) => void;
  /** Moves the focus to the place of a path in the order. */
  onJump: (path: string) => void;
  onResolve: (note: string) => void;
  /** Starts a note on a field. Without it, notes are only read and resolved. */
  onAdd?: ((target: NoteTarget) => void) | undefined;
}) {
  const pinned = useMemo(() => pinnedNotes(order), [order]);
  const nameOf = useUserNames(
    pinned.map(({ note }) => note.user),
    order.id,
  );
  const mayResolve = allows(rights, 'ownerOrModerator');
  const authorOf = ({ note }: PinnedNote) =>
    authorText(nameOf(note.user) ?? note.userName ?? 'Someone', note.actor?.name);
  const byPath = new Map<string, FieldNote[]>();
  for (const each of pinned) {
    const path = stablePath(each.note);
    const note = { id: each.note.id, text: each.note.notes ?? '', author: authorOf(each) };
    byPath.set(path, [...(byPath.get(path) ?? []), note]);
  }
  // The fields render anew only when a note differs.
  const key = JSON.stringify([...byPath]);
  const resolve = mayResolve ? onResolve : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the notes, and the handlers do not change what is shown
  useEffect(() => {
    const addAt =
      onAdd &&
      ((widget: ValidWidget, row: Row, label: string) => onAdd({ path: `/formData${pathOf(widget, row)}`, label }));
    onMarks(createNoteMarks(byPath, { inner: marks, onResolve: resolve && (({ id }) => resolve(id)), onAdd: addAt }));
    return () => onMarks(null);
  }, [key, marks, mayResolve, onMarks, onAdd === undefined]);
  if (pinned.length === 0) return null;
  return (
    <Banner
      status="warn"
      title={pinned.length === 1 ? 'There is a note on a field.' : `There are ${pinned.length} notes on fields.`}
    >
      <ul className={fieldNotes.open} aria-label="Open notes">
        {pinned.map((each) => (
          <li key={each.note.id} className={fieldNotes.note}>
            <span className={fieldNotes.text}>
              {each.path === null ? (
                noteInWords(store.form, each)
              ) : (
                <button type="button" className={fieldNotes.jump} onClick={() => onJump(each.path ?? '')}>
                  {noteInWords(store.form, each)}
                </button>
              )}
            </span>
            <span className={fieldNotes.author}>{authorOf(each)}</span>
            {resolve && (
              <Button isBusy={isBusy} kind="quiet" onClick={() => resolve(each.note.id)}>
                Resolve
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayResolve && <p className={styles.about}>Notes stay until someone resolves them.</p>}
    </Banner>
  );
}
