import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Box, ButtonBase } from '@mui/material';
import { memo, useEffect, useRef } from 'react';
import { typeWords } from '#schemas/designing/type-words.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import type { Dragged } from './dragging.ts';
import { palette } from './words.ts';

interface PaletteProps {
  /** Whether it stands above the form, also where there would be room beside it. */
  isStrip: boolean;
  onAdd: (type: WidgetType) => void;
}

/** All that a form is made of: a press adds one below what is selected, a drag puts it anywhere. */
export function Palette({ isStrip, onAdd }: PaletteProps) {
  const latest = useRef(onAdd);
  useEffect(() => {
    latest.current = onAdd;
  });
  return <Items isStrip={isStrip} latest={latest} />;
}

/** They stay as they are while the form changes. */
const Items = memo(function Items({
  isStrip,
  latest,
}: {
  isStrip: boolean;
  latest: { current: PaletteProps['onAdd'] };
}) {
  return (
    <Box sx={{ display: isStrip ? 'flex' : { xs: 'flex', lg: 'block' }, gap: 2, overflowX: 'auto' }}>
      {palette.map(({ title, types }) => (
        <Box key={title} sx={{ flex: 'none', mb: isStrip ? 0 : { lg: 1.5 } }}>
          <Box component="h4" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
            {title}
          </Box>
          <Box sx={{ display: 'flex', flexDirection: { lg: isStrip ? 'row' : 'column' } }}>
            {types.map((type) => (
              <Item key={type} type={type} onAdd={(added) => latest.current(added)} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
});

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
        ...{ whiteSpace: 'nowrap', '&:hover, &:focus-visible': { bgcolor: 'action.hover' } },
      }}
    >
      {name}
    </ButtonBase>
  );
}
