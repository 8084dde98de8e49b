import { useCallback, useEffect, useRef } from 'react';
import type { FormBlock } from '#schemas/generated/types.ts';
import { after } from '../after-selection.ts';
import { pasted } from '../clipboard.ts';
import type { Dropped } from '../dragging.ts';
import type { Designer } from '../useDesigner.ts';
import { readBlock } from './useBlocks.ts';

/**
 * Loads a block and inserts it where it was dropped, or below the selection. Errors are reported in the status line.
 */
export function useBlockInsertion(designer: Designer): (block: Pick<FormBlock, 'id'>, dropped?: Dropped) => void {
  const latest = useRef(designer);
  useEffect(() => {
    latest.current = designer;
  });
  return useCallback((block, dropped) => {
    const put = async () => {
      try {
        const { name, widgets } = await readBlock(block);
        const { act, design, selected } = latest.current;
        act(pasted({ design, widgets, to: after({ design, selected, dropped }), name: `Add ${name}` }));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        latest.current.act({ refused: error.message });
      }
    };
    void put();
  }, []);
}
