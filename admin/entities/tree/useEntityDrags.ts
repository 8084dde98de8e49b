import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Move } from './may-move.ts';

interface Drags {
  mayLeave: (id: string) => boolean;
  mayGo: (move: Move) => boolean;
  onDrop: (move: Move) => void;
  /** What is dragged stays above a line: what is in it may be the goal. */
  onStay: (id: string) => void;
}

/** Milliseconds above a closed line that open it. */
const stay = 700;

/** Has the lines of the tree be dragged onto one another: what a line is given, once, whatever else changes. */
export function useEntityDrags(drags: Drags): (element: HTMLElement, id: string) => () => void {
  const latest = useRef(drags);
  useLayoutEffect(() => {
    latest.current = drags;
  });
  return useCallback((element, to) => {
    let staying: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(staying);
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
        staying = setTimeout(() => latest.current.onStay(to), stay);
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
