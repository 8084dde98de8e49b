import { type DragEvent, useState } from 'react';

export interface DragOrder<Id> {
  /** The row that is being dragged. */
  dragged: Id | undefined;
  /** What is taken hold of to drag a row. */
  sourceProps: (id: Id) => {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  /** The row, in whose place another may be dropped. */
  targetProps: (id: Id) => { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Rows that change places by drag, the browser's own. Whoever uses it has keys and buttons for the same. */
export function useDragOrder<Id>(ids: readonly Id[], move: (from: number, to: number) => void): DragOrder<Id> {
  const [dragged, setDragged] = useState<Id>();
  return {
    dragged,
    sourceProps: (id) => ({
      draggable: true,
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        const row = event.currentTarget.closest('li, tr');
        if (row) event.dataTransfer.setDragImage(row, 16, 16);
        setDragged(id);
      },
      onDragEnd: () => setDragged(undefined),
    }),
    targetProps: (id) => ({
      onDragOver: (event) => {
        if (dragged !== undefined) event.preventDefault();
      },
      onDrop: (event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        setDragged(undefined);
        move(ids.indexOf(dragged), ids.indexOf(id));
      },
    }),
  };
}
