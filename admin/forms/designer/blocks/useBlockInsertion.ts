import { useCallback, useEffect, useRef } from 'react';
import type { FormBlock } from '#schemas/generated/types.ts';
import { pasteWidgets } from '../clipboard.ts';
import type { DropTarget } from '../drag-data.ts';
import { resolveDrop } from '../insertion-point.ts';
import type { Designer } from '../useDesigner.ts';
import { loadBlock } from './useBlocks.ts';

/**
 * Loads a block and inserts it where it was dropped, or below the selection. Errors are reported in the status line.
 */
export function useBlockInsertion(designer: Designer): (block: Pick<FormBlock, 'id'>, dropped?: DropTarget) => void {
  const latest = useRef(designer);
  useEffect(() => {
    latest.current = designer;
  });
  return useCallback((block, dropped) => {
    const put = async () => {
      try {
        const { name, widgets } = await loadBlock(block);
        const { applyEdit, design, selected } = latest.current;
        applyEdit(
          pasteWidgets({ design, widgets, to: resolveDrop({ design, selected, dropped }), name: `Add ${name}` }),
        );
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        latest.current.applyEdit({ refused: error.message });
      }
    };
    void put();
  }, []);
}
