import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Menu,
  MenuItem,
  TextField,
} from '@mui/material';
import { type ChangeEvent, type MouseEvent, memo, use, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import type { Design, DesignWidget } from '#schemas/designing/design.ts';
import { designWidgetName, duplicate, move, remove } from '#schemas/designing/edits.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import { SaveBlockContext } from './blocks/useBlocks.ts';
import { pasteText, selectionAsText } from './clipboard.ts';
import { type DropTarget, resolveTarget } from './drag-data.ts';
import { moveByStep } from './move-by-step.ts';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

/**
 * Action buttons for the selected widgets, so that everything works without drag and drop. The menu shows the keyboard
 * shortcuts.
 */
export function SelectionActions({ designer }: { designer: Designer }) {
  const { applyEdit, design, selected } = designer;
  const [at, setAt] = useState<HTMLElement | null>(null);
  const all = selected.map(({ id }) => id);
  const on = {
    onDuplicate: useStableCallback(() => void applyEdit(duplicate(design, designer.ids.at(-1) ?? '', randomId))),
    onDelete: useStableCallback(() => void applyEdit(remove(design, all))),
    onMore: useStableCallback((event: MouseEvent<HTMLElement>) => setAt(event.currentTarget)),
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Buttons {...on} isSingle={selected.length === 1} isOpen={at !== null} />
      <SelectionMenu designer={designer} place={at && { anchorEl: at }} onClose={() => setAt(null)} />
    </Box>
  );
}

interface ButtonsProps {
  isSingle: boolean;
  /** Whether the menu is open. */
  isOpen: boolean;
  onDuplicate: () => void;
  onDelete: () => void;
  onMore: (event: MouseEvent<HTMLElement>) => void;
}

const Buttons = memo(function Buttons({ isSingle, isOpen, onDuplicate, onDelete, onMore }: ButtonsProps) {
  return (
    <>
      {isSingle ? <Button onClick={onDuplicate}>Duplicate</Button> : null}
      <Button color="error" onClick={onDelete}>
        Delete
      </Button>
      <Button color="inherit" aria-haspopup="menu" aria-expanded={isOpen} onClick={onMore}>
        Move or copy
      </Button>
    </>
  );
});

/** Anchor of a menu: its button, or the position of the pointer or focus. */
export type MenuAnchor = { anchorEl: HTMLElement } | { anchorPosition: { top: number; left: number } };

interface ActMenuProps {
  designer: Designer;
  /** Null while closed. */
  place: MenuAnchor | null;
  onClose: () => void;
}

/** Context menu with all actions on the selected widgets. */
export function SelectionMenu({ designer, place, onClose }: ActMenuProps) {
  const [isMoving, setMoving] = useState(false);
  return (
    <>
      <Entries designer={designer} place={place} onClose={onClose} onMove={() => setMoving(true)} />
      {isMoving ? <MoveWidgetsDialog designer={designer} onClose={() => setMoving(false)} /> : null}
    </>
  );
}

/** Skip rendering while the menu is closed. */
const Entries = memo(
  EntriesNow,
  (before: EntriesProps, after: EntriesProps) => before.place === null && after.place === null,
);

interface EntriesProps extends ActMenuProps {
  onMove: () => void;
}

function EntriesNow({ designer, place, onClose, onMove }: EntriesProps) {
  const { applyEdit, design, selected, ids } = designer;
  const saveBlock = use(SaveBlockContext);
  const all = selected.map(({ id }) => id);
  const last = ids.at(-1) ?? '';
  const put = (isCut: boolean) => async () => {
    await navigator.clipboard.writeText(selectionAsText(designer));
    if (isCut) applyEdit(remove(design, all));
  };
  const entries: { name: string; keys?: string; does: () => unknown }[] = [
    { name: 'Move up', keys: 'Alt+↑', does: () => applyEdit(moveByStep(design, last, 'up')) },
    { name: 'Move down', keys: 'Alt+↓', does: () => applyEdit(moveByStep(design, last, 'down')) },
    { name: 'Move out', keys: 'Alt+←', does: () => applyEdit(moveByStep(design, last, 'out')) },
    { name: 'Move into previous', keys: 'Alt+→', does: () => applyEdit(moveByStep(design, last, 'in')) },
    { name: 'Move to…', does: onMove },
    // `navigator.clipboard` needs a secure context; without https only the keyboard shortcuts work.
    ...(navigator.clipboard
      ? [
          { name: 'Copy', keys: 'Ctrl+C', does: put(false) },
          { name: 'Cut', keys: 'Ctrl+X', does: put(true) },
          {
            name: 'Paste below',
            keys: 'Ctrl+V',
            does: async () => applyEdit(pasteText(designer, await navigator.clipboard.readText())),
          },
        ]
      : []),
    { name: 'Duplicate', keys: 'Ctrl+D', does: () => applyEdit(duplicate(design, last, randomId)) },
    { name: 'Save as block…', keys: 'Ctrl+B', does: saveBlock },
    { name: 'Delete', keys: 'Delete', does: () => applyEdit(remove(design, all)) },
  ];
  return (
    <Menu
      open={place !== null}
      onClose={onClose}
      anchorReference={place && 'anchorPosition' in place ? 'anchorPosition' : 'anchorEl'}
      {...place}
    >
      {entries.map(({ name, keys, does }) => (
        <MenuItem
          key={name}
          onClick={() => {
            onClose();
            does();
          }}
        >
          <Keyed keys={keys}>{name}</Keyed>
        </MenuItem>
      ))}
    </Menu>
  );
}

function Keyed({ keys, children }: { keys: string | undefined; children: string }) {
  return (
    <>
      <span>{children}</span>
      <Box component="span" aria-hidden sx={{ ml: 'auto', pl: 3, typography: 'caption', color: 'text.secondary' }}>
        {keys}
      </Box>
    </>
  );
}

/** Positions relative to the target widget. 'into' needs a target that can contain others. */
const sides = { bottom: 'Below', top: 'Above', left: 'Left', right: 'Right', into: 'Inside, at the end' };
const isSide = (side: string): side is keyof typeof sides => Object.hasOwn(sides, side);

/** Moves the selected widgets beside or into another widget, without drag and drop. */
function MoveWidgetsDialog({ designer, onClose }: { designer: Designer; onClose: () => void }) {
  const { design, selected, applyEdit } = designer;
  const moving = selected.map(({ id }) => id);
  const others = outlineItems(design, new Set(moving)).filter(({ widget }) => !moving.includes(widget.id));
  const [to, setTo] = useState(design.root.id);
  const [chosen, setChosen] = useState<keyof typeof sides>('bottom');
  const [error, setError] = useState('');
  const target = others.find(({ widget }) => widget.id === to);
  const isHolder = target?.widget.type === 'container' || Boolean(target?.widget.content);
  const possible = Object.keys(sides)
    .filter(isSide)
    .filter((each) => (each === 'into' ? isHolder : target?.level !== 1));
  const side = possible.includes(chosen) ? chosen : (possible[0] ?? 'into');
  const go = () => {
    const dropped: DropTarget = { id: to, edge: side === 'into' ? null : side };
    const edit = move(design, { ids: moving, to: resolveTarget(design, dropped) });
    if (applyEdit(edit)) onClose();
    else setError('rejected' in edit ? edit.rejected : '');
  };
  const [only] = selected;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{`Move ${selected.length === 1 && only ? designWidgetName(only) : `${selected.length} widgets`}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <TextField
          select
          label="Target"
          value={to}
          slotProps={{ select: { native: true } }}
          onChange={({ target: { value } }) => setTo(value)}
        >
          {others.map(({ widget, level }) => (
            <option key={widget.id} value={widget.id}>
              {`${'\u00a0'.repeat((level - 1) * 2)}${level === 1 ? 'The whole form' : designWidgetName(widget)}`}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label="Position"
          value={side}
          error={error !== ''}
          helperText={error}
          slotProps={{ select: { native: true } }}
          onChange={({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
            if (isSide(value)) setChosen(value);
          }}
        >
          {possible.map((each) => (
            <option key={each} value={each}>
              {sides[each]}
            </option>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" onClick={go}>
          Move
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * A line of the outline. The container inside a list or modal has no line of its own; its owner's line stands for it.
 */
export interface OutlineItem {
  widget: DesignWidget;
  level: number;
  /** Id of the parent line. */
  parent: string | null;
  hasInside: boolean;
}

/** Returns the visible lines of the outline in form order, without those below collapsed lines. */
export function outlineItems({ root }: Design, closed: ReadonlySet<string>): OutlineItem[] {
  const items: OutlineItem[] = [];
  for (const { widget, around } of widgetsIn(root)) {
    const lines = around.filter((each, index) => !isContent(each, around[index - 1]));
    if (isContent(widget, around.at(-1)) || lines.some(({ id }) => closed.has(id))) continue;
    const hasInside = (widget.content ?? widget).rows.length > 0;
    items.push({ widget, level: lines.length + 1, parent: lines.at(-1)?.id ?? null, hasInside });
  }
  return items;
}

const isContent = (widget: DesignWidget, parent: DesignWidget | undefined) => parent?.content === widget;
