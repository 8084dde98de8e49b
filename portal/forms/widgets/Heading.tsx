import type { ReactNode } from 'react';
import type { SoundWidget } from '#schemas/forms/form.ts';
import styles from './Heading.module.css';

const levels = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The heading of a part of the form, one level below that of the part it stands in; the page's own is the first. */
export function Heading({ widget, id, children }: { widget: SoundWidget; id?: string; children: ReactNode }) {
  const Level = levels[headingsAround(widget.parent)] ?? 'h6';
  return (
    <Level className={styles.heading} id={id}>
      {children}
    </Level>
  );
}

function headingsAround(widget: SoundWidget | null): number {
  if (!widget) return 0;
  return headingsAround(widget.parent) + (widget.meta.label === '' || widget.config.frameless ? 0 : 1);
}
