import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { ButtonBase } from '@mui/material';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { DragData } from './drag-data.ts';

interface PaletteItemProps {
  name: string;
  about: string;
  dragged: DragData;
  onAdd: (event: MouseEvent) => void;
}

/** Palette entry: a press adds it below the selection, drag and drop puts it anywhere. */
export function PaletteItem({ name, about, dragged, onAdd }: PaletteItemProps) {
  const item = useRef<HTMLButtonElement>(null);
  const data = useEffectEvent(() => ({ ...dragged }));
  useEffect(() => {
    if (!item.current) return undefined;
    return draggable({ element: item.current, getInitialData: () => data() });
  }, []);
  return (
    <ButtonBase
      ref={item}
      title={about}
      aria-label={`Add ${name}`}
      onClick={onAdd}
      sx={{
        ...{ justifyContent: 'start', typography: 'body2', px: 1, py: 0.5, borderRadius: 1, cursor: 'grab' },
        '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
        // Long names wrap, so that they are never cut.
        ...{ minWidth: 0, overflowWrap: 'anywhere', display: 'block', textAlign: 'start' },
      }}
    >
      {name}
    </ButtonBase>
  );
}
