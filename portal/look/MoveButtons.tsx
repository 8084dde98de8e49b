import type { MouseEvent } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** The buttons that move a list row up and down. The caller handles the keys of `aria-keyshortcuts`. */
export function MoveButtons({
  name,
  index,
  isLast,
  onMove,
}: {
  /** The row's name in the accessible labels. */
  name: string;
  index: number;
  isLast: boolean;
  onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void;
}) {
  return (
    <>
      <Button
        kind="quiet"
        aria-label={`Move ${name} up`}
        aria-keyshortcuts="Alt+Shift+ArrowUp"
        disabled={index === 0}
        onClick={(event) => onMove(event, index - 1)}
      >
        <Icon name="up" size={16} />
      </Button>
      <Button
        kind="quiet"
        aria-label={`Move ${name} down`}
        aria-keyshortcuts="Alt+Shift+ArrowDown"
        disabled={isLast}
        onClick={(event) => onMove(event, index + 1)}
      >
        <Icon name="down" size={16} />
      </Button>
    </>
  );
}
