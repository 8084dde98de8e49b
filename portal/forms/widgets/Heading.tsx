import type { ReactNode } from 'react';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { Tooltip } from '../fields/Tooltip.tsx';
import styles from './Heading.module.css';

const levels = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

interface HeadingProps {
  widget: ValidWidget;
  id?: string;
  /** The id of its tooltip, if shown. */
  tipId?: string;
  children: ReactNode;
}

/** The heading of a form part, one level below that of its parent. The page's own heading is level 1. */
export function Heading({ widget, id, tipId, children }: HeadingProps) {
  const Level = levels[headingDepth(widget.parent)] ?? 'h6';
  const heading = (
    <Level className={styles.heading} id={id}>
      {children}
    </Level>
  );
  if (!tipId || !widget.config.tooltip?.content) return heading;
  return (
    <div className={styles.line}>
      {heading}
      <Tooltip widget={widget} id={tipId} />
    </div>
  );
}

function headingDepth(widget: ValidWidget | null): number {
  if (!widget) return 0;
  return headingDepth(widget.parent) + (widget.meta.label === '' || widget.config.frameless ? 0 : 1);
}
