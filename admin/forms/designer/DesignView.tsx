import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Box, Paper } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { randomId } from '#portal/forms/randomId.ts';
import { add, move } from '#schemas/designing/edits.ts';
import type { Target } from '#schemas/designing/targets.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import type { Form } from '#schemas/forms/form.ts';
import { SaveBlockDialog } from './blocks/SaveBlockDialog.tsx';
import { SaveBlockContext } from './blocks/save-block-context.ts';
import { useBlockInsertion } from './blocks/useBlockInsertion.ts';
import { Canvas } from './Canvas.tsx';
import { type DragData, parseDragData, parseDropTarget, resolveTarget } from './drag-data.ts';
import { isTextField } from './edit-shortcuts.ts';
import { insertionPoint } from './insertion-point.ts';
import { Outline } from './Outline.tsx';
import { Palette } from './Palette.tsx';
import { Properties } from './Properties.tsx';
import { type PaletteEntry, palette } from './palette-entries.ts';
import { LazyPreview } from './preview/LazyPreview.tsx';
import { type MenuAnchor, SelectionMenu } from './SelectionActions.tsx';
import type { Designer } from './useDesigner.ts';

/** Layout of the design view: palette, canvas, outline, properties and, if there is room, the preview. */
export function DesignView({ designer, form, hasPreview }: { designer: Designer; form: Form; hasPreview: boolean }) {
  const { design, applyEdit, select, selected, ids } = designer;
  const addAt = ({ type, name, config }: PaletteEntry, to: Target) =>
    add(design, { type, label: name, ...(config && { config }), to, idOf: randomId });
  const putBlock = useBlockInsertion(designer);
  const [isSaving, setSaving] = useState(false);
  const saveBlock = () => {
    if (selected.length > 0) setSaving(true);
    else applyEdit({ refused: 'Select what the block is made of first' });
  };
  const keys = (event: KeyboardEvent) => {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'b';
    if (!isSave || event.defaultPrevented || isTextField(event.target)) return;
    event.preventDefault();
    saveBlock();
  };
  const drop = useEffectEvent((dragged: DragData, data: Record<string | symbol, unknown>) => {
    const dropped = parseDropTarget(data);
    // A widget dropped on itself does not move.
    if (!dropped || ('ids' in dragged && dragged.ids.includes(dropped.id))) return;
    if ('block' in dragged) return putBlock({ id: dragged.block }, dropped);
    const to = resolveTarget(design, dropped);
    if ('ids' in dragged) return void applyEdit(move(design, { ids: dragged.ids, to }));
    const entry = palette.flatMap(({ entries }) => entries).find(({ name }) => name === dragged.entry);
    if (entry) applyEdit(addAt(entry, to));
  });
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const [place] = location.current.dropTargets;
          const dragged = parseDragData(source.data);
          if (place && dragged) drop(dragged, place.data);
        },
      }),
    [],
  );
  const [menu, setMenu] = useState<MenuAnchor | null>(null);
  const openMenu = (event: MouseEvent) => {
    const place = event.target instanceof Element ? event.target.closest('[data-item], [data-widget]') : null;
    const id = place?.getAttribute('data-item') ?? place?.getAttribute('data-widget');
    const isFixed = id === undefined || id === null || !findWidget(design, id).column;
    // Fields keep the browser's context menu.
    if (isFixed || isTextField(event.target)) return;
    event.preventDefault();
    // A long press starts a drag on touch screens, which a menu would end. 'Move or copy' has the same actions.
    if (isOfFinger(event.nativeEvent)) return;
    if (!ids.includes(id)) select([id]);
    setMenu({ anchorPosition: { top: event.clientY, left: event.clientX } });
  };
  return (
    <SaveBlockContext value={saveBlock}>
      <Box sx={hasPreview ? { ...places, ...withPreview } : places} onContextMenu={openMenu} onKeyDown={keys}>
        <SelectionMenu designer={designer} place={menu} onClose={() => setMenu(null)} />
        {isSaving ? <SaveBlockDialog designer={designer} onClose={() => setSaving(false)} /> : null}
        <DesignerPanel name="Palette">
          <Palette
            isStrip={hasPreview}
            onAdd={(entry) => applyEdit(addAt(entry, insertionPoint(designer)))}
            onAddBlock={putBlock}
            onRefused={(refused) => applyEdit({ refused })}
          />
        </DesignerPanel>
        <DesignerPanel name="Form">
          <Canvas designer={designer} form={form} />
        </DesignerPanel>
        {hasPreview ? (
          <DesignerPanel name="Preview">
            <LazyPreview />
          </DesignerPanel>
        ) : null}
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          <DesignerPanel name="Outline">
            <Outline designer={designer} />
          </DesignerPanel>
          <DesignerPanel name="Properties">
            <Properties designer={designer} />
          </DesignerPanel>
        </Box>
      </Box>
    </SaveBlockContext>
  );
}

const isOfFinger = (event: Event) => event instanceof PointerEvent && event.pointerType === 'touch';

/**
 * Three columns: palette, form, properties. On narrower screens, such as tablets, the palette is a strip above the
 * others.
 */
const places = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  minHeight: 0,
  flex: 1,
  // Each column scrolls by itself, so palette and properties stay beside the selected widget.
  '& > *': { maxHeight: '100%', overflow: 'auto' },
  gridTemplateRows: { xs: 'auto minmax(0, 1fr)', lg: 'minmax(0, 1fr)' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 280px', lg: '150px minmax(0, 1fr) 340px' },
  '& > section:first-of-type': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
};

const withPreview = {
  gridTemplateRows: 'auto minmax(0, 1fr)',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 320px',
  '& > section:first-of-type': { gridColumn: '1 / -1' },
};

/** A titled panel of the designer. */
export function DesignerPanel({ name, children }: { name: string; children: ElementSlot }) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} data-scrolls sx={{ p: 1.5, minWidth: 0 }}>
      <Box component="h3" id={id} sx={{ m: 0, mb: 1, typography: 'subtitle2', color: 'text.secondary' }}>
        {name}
      </Box>
      {children}
    </Paper>
  );
}
