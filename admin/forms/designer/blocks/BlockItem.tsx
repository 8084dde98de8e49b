import { Box, IconButton, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { PaletteItem } from '../PaletteItem.tsx';
import { NameDialog } from './NameDialog.tsx';
import type { BlockSummary, useBlocks } from './useBlocks.ts';

interface BlockItemProps {
  block: BlockSummary;
  blocks: ReturnType<typeof useBlocks>;
  onAdd: () => void;
  /** Reports why an action failed. */
  onRejected: (reason: string) => void;
}

/** A saved block in the palette. It is added and dragged like a widget type; its menu renames and deletes it. */
export function BlockItem({ block, blocks: { lines, rename, remove }, onAdd, onRejected }: BlockItemProps) {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [openDialog, setOpenDialog] = useState<'name' | 'removal' | null>(null);
  const { name } = block;
  const showDialog = (dialog: typeof openDialog) => {
    setAt(null);
    setOpenDialog(dialog);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}>
      <PaletteItem name={name} about={`Block ${name}`} dragged={{ block: block.id }} onAdd={onAdd} />
      <IconButton
        size="small"
        aria-label={`Block ${name}: rename or delete`}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={(event) => setAt(event.currentTarget)}
        sx={{ ml: 'auto', width: 28, height: 28 }}
      >
        ⋮
      </IconButton>
      <Menu open={at !== null} anchorEl={at} onClose={() => setAt(null)}>
        <MenuItem onClick={() => showDialog('name')}>Rename…</MenuItem>
        <MenuItem onClick={() => showDialog('removal')}>Delete…</MenuItem>
      </Menu>
      {openDialog === 'name' ? (
        <NameDialog
          title={`Rename block ${name}`}
          verb="Rename"
          before={name}
          taken={lines.map((each) => each.name)}
          onName={(next) => rename(block, next).then(() => undefined, messageOf)}
          onClose={() => setOpenDialog(null)}
        />
      ) : null}
      <Confirm
        isOpen={openDialog === 'removal'}
        title={`Delete block ${name}?`}
        content="The block will be removed from the palette for all form authors. Forms that use it won't change."
        confirm="Delete"
        confirmColor="warning"
        onConfirm={() => {
          setOpenDialog(null);
          remove(block).catch((error: unknown) => onRejected(messageOf(error)));
        }}
        onClose={() => setOpenDialog(null)}
      />
    </Box>
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
