import { Box, Button, Menu, MenuItem } from '@mui/material';
import { type MouseEvent, memo, use, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { duplicate, remove } from '#schemas/designing/edits.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { SaveBlockContext } from './blocks/useBlocks.ts';
import { pasteText, selectionAsText } from './clipboard.ts';
import { moveByStep } from './move-by-step.ts';
import type { Designer } from './useDesigner.ts';
import { useStableCallback } from './useStableCallback.ts';

const MoveWidgetsDialog = lazyComponent(async () => (await import('./MoveWidgetsDialog.tsx')).default, {
  isDialog: true,
});

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
