import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Box, ButtonBase } from '@mui/material';
import { useEffect, useRef } from 'react';
import { typeWords } from '#schemas/designing/type-words.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import type { Dragged } from './dragging.ts';
import { palette } from './words.ts';

/** All that a form is made of: a press adds one below what is selected, a drag puts it anywhere. */
export function Palette({ onAdd }: { onAdd: (type: WidgetType) => void }) {
  return palette.map(({ title, types }) => (
    <Box key={title} sx={{ mb: 1.5 }}>
      <Box component="h4" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
        {title}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', flexDirection: { lg: 'column' } }}>
        {types.map((type) => (
          <Item key={type} type={type} onAdd={onAdd} />
        ))}
      </Box>
    </Box>
  ));
}

function Item({ type, onAdd }: { type: WidgetType; onAdd: (type: WidgetType) => void }) {
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!item.current) return undefined;
    return draggable({ element: item.current, getInitialData: () => ({ type }) satisfies Dragged });
  }, [type]);
  const { name, about } = typeWords[type];
  return (
    <ButtonBase
      ref={item}
      title={about}
      aria-label={`Add ${name}`}
      onClick={() => onAdd(type)}
      sx={{
        ...{ justifyContent: 'start', typography: 'body2', px: 1, py: 0.5, borderRadius: 1, cursor: 'grab' },
        '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
      }}
    >
      {name}
    </ButtonBase>
  );
}
