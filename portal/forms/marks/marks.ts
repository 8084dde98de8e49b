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

/** The change marks of a form, compared with another state of its data. */
export interface FormChangeMarks {
  /** Whether a widget has a mark. */
  isMarked(widget: ValidWidget, row: Row): boolean;
  /** How a table row changed; undefined if it did not. */
  kindOfRow(row: Row): 'added' | 'moved' | 'removed' | undefined;
  /** Whether modals are rendered inline, as in the form designer. */
  areModalsInline?: boolean;
  /** Wraps a widget and shows its mark. */
  Marked: ComponentType<MarkedProps>;
}

/** The context for change marks. Only pages that compare states provide it and load the code. */
export const ChangeMarksContext = createContext<FormChangeMarks | null>(null);
