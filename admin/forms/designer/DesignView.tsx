import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Box, Paper, TextField } from '@mui/material';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { randomId } from '#portal/forms/randomId.ts';
import { add, designWidgetName, move } from '#schemas/designing/edits.ts';
import type { Target } from '#schemas/designing/targets.ts';
import { findWidget } from '#schemas/designing/tree.ts';
import { typeWords } from '#schemas/designing/type-words.ts';
import type { Form } from '#schemas/forms/form.ts';
import type { FormBlock } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { Tree, type TreeItem } from '../../tree/Tree.tsx';
import { BlockItem } from './blocks/BlockItem.tsx';
import { type BlockSummary, loadBlock, SaveBlockContext, useBlocks } from './blocks/useBlocks.ts';
import { Canvas, editShortcuts, isTextField } from './Canvas.tsx';
import { insertionPoint, pasteWidgets, resolveDrop } from './clipboard.ts';
import { type DragData, type DropTarget, parseDragData, parseDropTarget, resolveTarget } from './drag-data.ts';
import { outlineItems } from './outline-items.ts';
import { PaletteItem } from './PaletteItem.tsx';
import { Properties, type ScriptsFold } from './Properties.tsx';
import { type PaletteEntry, palette } from './palette-entries.ts';
import { LazyPreview } from './preview/LazyPreview.tsx';
import { type MenuAnchor, SelectionMenu } from './SelectionActions.tsx';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

const SaveBlockDialog = lazyComponent(async () => (await import('./blocks/SaveBlockDialog.tsx')).default, {
  isDialog: true,
});

interface DesignViewProps {
  designer: Designer;
  form: Form;
  hasPreview: boolean;
  fold: ScriptsFold;
}

/**
 * Layout of the design view: palette, canvas, outline, properties and, if there is room, the preview. Handles drag and
 * drop between them.
 */
export function DesignView({ designer, form, hasPreview, fold }: DesignViewProps) {
  const { design, applyEdit, select, selected, ids } = designer;
  const putBlock = useBlockInsertion(designer);
  const [isSaving, setSaving] = useState(false);
  // A new widget is named next.
  const [additions, setAdditions] = useState(0);
  const addTo = ({ type, name, config }: PaletteEntry, to: Target, isTouch = false) => {
    const edit = add(design, { type, label: name, ...(config && { config }), to, idOf: randomId });
    // On a touch screen the keyboard would cover the form.
    if (applyEdit(edit) && !isTouch) setAdditions(additions + 1);
  };
  const saveBlock = () => {
    if (selected.length > 0) setSaving(true);
    else applyEdit({ rejected: 'Select widgets for the block first' });
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
    if (entry) addTo(entry, to);
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
            onAdd={(entry, isTouch) => addTo(entry, insertionPoint(designer), isTouch)}
            onAddBlock={putBlock}
            onRejected={(rejected) => applyEdit({ rejected })}
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
            <Properties designer={designer} fold={fold} additions={additions} />
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
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 280px', lg: '168px minmax(0, 1fr) 340px' },
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

/**
 * Loads a block and inserts it where it was dropped, or below the selection. Errors are reported in the status line.
 */
function useBlockInsertion(designer: Designer): (block: Pick<FormBlock, 'id'>, dropped?: DropTarget) => void {
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
        latest.current.applyEdit({ rejected: error.message });
      }
    };
    void put();
  }, []);
}

/** In pixels; longer outlines scroll. */
const maxHeight = 320;

/**
 * The form as a tree. Alt+arrows move the selection, Delete removes it, Ctrl+D duplicates it. Copy, cut and paste use
 * the system clipboard, so they work across forms.
 */
function Outline({ designer }: { designer: Designer }) {
  const { design, ids, select } = designer;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    () =>
      outlineItems(design, closed).map(
        ({ widget, level, parent, hasInside }): TreeItem => ({
          id: widget.id,
          name: level === 1 ? 'The whole form' : designWidgetName(widget),
          note: typeWords[widget.type].name,
          level,
          parent,
          isExpanded: hasInside ? !closed.has(widget.id) : null,
        }),
      ),
    [design, closed],
  );
  const open = (id: string, isOpen: boolean) =>
    setClosed((now) => new Set(isOpen ? [...now].filter((each) => each !== id) : [...now, id]));
  return (
    <Tree
      label="Widgets of the form"
      items={items}
      selected={ids}
      isMultiple
      maxHeight={maxHeight}
      onSelect={select}
      onOpen={open}
      keys={editShortcuts(designer)}
    />
  );
}

interface PaletteProps {
  /** Whether the palette is a strip above the form even on wide screens. */
  isStrip: boolean;
  onAdd: (entry: PaletteEntry, isTouch: boolean) => void;
  onAddBlock: (block: BlockSummary) => void;
  /** Reports why an action failed. */
  onRejected: (reason: string) => void;
}

/**
 * Palette of widgets and saved blocks, with search. A press adds an entry below the selection; drag and drop puts it
 * anywhere.
 */
function Palette({ isStrip, onAdd, onAddBlock, onRejected }: PaletteProps) {
  const acts = {
    onAdd: useStableCallback(onAdd),
    onAddBlock: useStableCallback(onAddBlock),
    onRejected: useStableCallback(onRejected),
  };
  return <Groups isStrip={isStrip} {...acts} />;
}

/** Memoized: the palette does not depend on the form. */
const Groups = memo(function Groups({ isStrip, onAdd, onAddBlock, onRejected }: PaletteProps) {
  const [search, setSearch] = useState('');
  const blocks = useBlocks();
  const isFound = (...texts: string[]) =>
    texts.some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));
  const groups = palette
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ name, about }) => isFound(title, name, about)),
    }))
    .filter(({ entries }) => entries.length > 0);
  const found = blocks.lines.filter(({ name }) => isFound('Blocks', name));
  return (
    <Box sx={{ display: isStrip ? 'flex' : { xs: 'flex', lg: 'block' }, gap: 2, overflowX: 'auto' }}>
      <TextField
        size="small"
        label="Find"
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        sx={{ flex: 'none', mt: 0.75, mb: isStrip ? 0 : { lg: 1.5 }, width: isStrip ? 120 : { xs: 120, lg: '100%' } }}
      />
      {groups.map(({ title, entries }) => (
        <Group key={title} title={title} isStrip={isStrip}>
          {entries.map((entry) => (
            <PaletteItem
              key={entry.name}
              name={entry.name}
              about={entry.about}
              dragged={{ entry: entry.name }}
              onAdd={(event) => onAdd(entry, isOfFinger(event.nativeEvent))}
            />
          ))}
        </Group>
      ))}
      {found.length > 0 ? (
        <Group title="Blocks" isStrip={isStrip}>
          {found.map((block) => (
            <BlockItem
              key={block.id}
              block={block}
              blocks={blocks}
              onAdd={() => onAddBlock(block)}
              onRejected={onRejected}
            />
          ))}
        </Group>
      ) : null}
      {blocks.error ? <Note text={`We couldn't load the blocks: ${blocks.error.message}`} /> : null}
      {groups.length + found.length === 0 ? <Note text="No matches." /> : null}
    </Box>
  );
});

function Group({ title, isStrip, children }: { title: string; isStrip: boolean; children: ElementSlot }) {
  return (
    <Box role="group" aria-label={title} sx={{ flex: 'none', mb: isStrip ? 0 : { lg: 1.5 } }}>
      <Box component="h4" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
        {title}
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { lg: isStrip ? 'row' : 'column' } }}>{children}</Box>
    </Box>
  );
}

function Note({ text }: { text: string }) {
  return <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{text}</Box>;
}
