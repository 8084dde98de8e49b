import { type ComponentType, createContext } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import type { Elements } from '../elements.ts';

export interface MarkedProps {
  widget: SoundWidget;
  row: Row;
  children: Elements;
}

/** What of a form that is shown is another in another state of it. */
export interface Marks {
  /** Whether something is to be said of a widget in its place. */
  isMarked(widget: SoundWidget, row: Row): boolean;
  /** How a row of a table differs; nothing where it does not. */
  kindOfRow(row: Row): 'added' | 'moved' | 'removed' | undefined;
  /** Whether what a modal opens stands in its place instead, as where it is designed. */
  opensModals?: boolean;
  /** What is said, around the widget. */
  Marked: ComponentType<MarkedProps>;
}

/** Set around a form that is compared. What fills it in is loaded with what compares. */
export const MarksContext = createContext<Marks | null>(null);
