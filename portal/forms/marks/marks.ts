import { type ComponentType, createContext } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import type { ElementSlot } from '../elementSlot.ts';

/** The props of the component that wraps a marked widget. */
export interface MarkedProps {
  widget: ValidWidget;
  row: Row;
  children: ElementSlot;
}

/** A note at a field, as people see it. */
export interface FieldNote {
  id: string;
  text: string;
  author: string;
}

/** Notes at the fields of a form, and what can be done with them. */
export interface FieldNotes {
  notesAt(widget: ValidWidget, row: Row): readonly FieldNote[];
  /** Marks that the fields have besides: how they changed. */
  inner: FormChangeMarks | null;
  /** Resolves a note; undefined for people who may not. */
  onResolve: ((note: FieldNote) => void) | undefined;
  /** Starts a note on a field with this label; undefined where notes are only read. */
  onAdd: ((widget: ValidWidget, row: Row, label: string) => void) | undefined;
}

/** The change marks of a form, compared with another state of its data. */
export interface FormChangeMarks {
  /** Whether a widget has a mark. */
  isMarked(widget: ValidWidget, row: Row): boolean;
  /** How a table row changed; undefined if it did not. */
  kindOfRow(row: Row): 'added' | 'moved' | 'removed' | undefined;
  /** Whether modals are rendered inline, as in the form designer. */
  areModalsInline?: boolean;
  /** Notes at the fields, if there are any (`FieldNotes.tsx`). */
  fieldNotes?: FieldNotes;
  /** Wraps a widget and shows its mark. */
  Marked: ComponentType<MarkedProps>;
}

/** The context for change marks. Only pages that compare states provide it and load the code. */
export const ChangeMarksContext = createContext<FormChangeMarks | null>(null);
