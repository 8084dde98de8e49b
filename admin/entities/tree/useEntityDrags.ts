import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { EntityMove } from './may-move.ts';

interface Drags {
  mayLeave: (id: string) => boolean;
  mayGo: (move: EntityMove) => boolean;
  onDrop: (move: EntityMove) => void;
  /** The pointer has rested on a line while dragging: open it, so that its children become drop targets. */
  onStay: (id: string) => void;
}

/** Milliseconds over a closed line until it opens. */
const openDelay = 700;

/**
 * Drag and drop for the lines of the entity tree. Returns a stable function that makes a line draggable and a drop
 * target; the handlers are read from a ref, so they may change without a new registration.
 */
export function useEntityDrags(drags: Drags): (element: HTMLElement, id: string) => () => void {
  const latest = useRef(drags);
  useLayoutEffect(() => {
    latest.current = drags;
  });
  return useCallback((element, to) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      element.removeAttribute('data-over');
    };
    const stopDragging = draggable({
      element,
      canDrag: () => latest.current.mayLeave(to),
      getInitialData: () => ({ entity: to }),
      onDragStart: () => element.setAttribute('data-held', ''),
      onDrop: () => element.removeAttribute('data-held'),
    });
    const stopDropping = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.entity === 'string',
      onDragEnter: ({ source }) => {
        timer = setTimeout(() => latest.current.onStay(to), openDelay);
        if (latest.current.mayGo({ id: String(source.data.entity), to })) element.setAttribute('data-over', '');
      },
      onDragLeave: leave,
      onDrop: ({ source }) => {
        leave();
        const move = { id: String(source.data.entity), to };
        if (latest.current.mayGo(move)) latest.current.onDrop(move);
      },
    });
    return () => {
      leave();
      stopDragging();
      stopDropping();
    };
  }, []);
}
