import { type DragEvent, useState } from 'react';

/** What `useDragOrder` returns: the props of the drag handle and of the drop target. */
export interface DragOrder<Id> {
  /** The row being dragged. */
  dragged: Id | undefined;
  /** The props of a row's drag handle. */
  sourceProps: (id: Id) => {
    draggable: true;
    onDragStart: (event: DragEvent) => void;
    onDragEnd: () => void;
  };
  /** The props of a row as a drop target. */
  targetProps: (id: Id) => { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Reorders rows by native HTML drag and drop. Callers also provide keys and buttons for it (accessibility). */
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
