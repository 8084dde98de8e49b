import { Box } from '@mui/material';
import { createContext, type KeyboardEvent, type PointerEvent, use } from 'react';
import styles from './WidgetFrame.module.css';

/** Sets a column's share of the width that it has together with the next column. */
export const ResizeContext = createContext<{ resize: (left: string, part: number) => void }>({ resize: () => {} });

interface ResizeHandleProps {
  left: string;
  right: string;
  /** The left column's share. */
  ratio: number;
  /** Whether the handle is a tab stop. Only one of many is. */
  isReached: boolean;
}

/** Resize handle between two columns, for pointer and arrow keys. */
export function ResizeHandle({ left, right, ratio, isReached }: ResizeHandleProps) {
  const { resize } = use(ResizeContext);
  const press = (event: PointerEvent<HTMLElement>) => {
    const handle: HTMLElement = event.currentTarget;
    const row = handle.closest('[data-widget]')?.parentElement?.parentElement;
    const sides = [left, right].map((id) =>
      row?.querySelector(`[data-widget="${CSS.escape(id)}"]`)?.getBoundingClientRect(),
    );
    const [one, other] = sides;
    if (event.button !== 0 || !row || !one || !other) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const partAt = ({ clientX }: { clientX: number }) => within((clientX - one.left) / (other.right - one.left));
    const end = new AbortController();
    const { signal } = end;
    const show = (move: globalThis.PointerEvent) => {
      handle.style.translate = `${move.clientX - event.clientX}px`;
    };
    const stop = () => {
      handle.style.translate = '';
      end.abort();
    };
    handle.addEventListener('pointermove', show, { signal });
    handle.addEventListener('pointercancel', stop, { signal });
    handle.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal });
    handle.addEventListener(
      'pointerup',
      (up) => {
        stop();
        resize(left, partAt(up));
      },
      { signal },
    );
  };
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    resize(left, within(ratio + step));
  };
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label="Resize the columns on either side"
      aria-valuemin={10}
      aria-valuemax={90}
      aria-valuenow={Math.round(ratio * 100)}
      tabIndex={isReached ? 0 : -1}
      className={styles.handle}
      // Keeps the drag from moving the widget around the handle.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={press}
      onKeyDown={keys}
    />
  );
}

const keyStep = 1 / 12;
const within = (part: number) => Math.min(0.9, Math.max(0.1, part));
