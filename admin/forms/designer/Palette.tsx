import { Box, TextField } from '@mui/material';
import { memo, type ReactNode, useState } from 'react';
import { BlockItem } from './blocks/BlockItem.tsx';
import { type BlockSummary, useBlocks } from './blocks/useBlocks.ts';
import { PaletteItem } from './PaletteItem.tsx';
import { type PaletteEntry, palette } from './palette-entries.ts';
import { useStableCallback } from './useStableCallback.ts';

interface PaletteProps {
  /** Whether the palette is a strip above the form even on wide screens. */
  isStrip: boolean;
  onAdd: (entry: PaletteEntry) => void;
  onAddBlock: (block: BlockSummary) => void;
  /** Reports why an action failed. */
  onRejected: (reason: string) => void;
}

/**
 * Palette of widgets and saved blocks, with search. A press adds an entry below the selection; drag and drop puts it
 * anywhere.
 */
export function Palette({ isStrip, onAdd, onAddBlock, onRejected }: PaletteProps) {
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
              onAdd={() => onAdd(entry)}
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
      {blocks.error ? <Note>{`We couldn't load the blocks: ${blocks.error.message}`}</Note> : null}
      {groups.length + found.length === 0 ? <Note>No matches.</Note> : null}
    </Box>
  );
});

function Group({ title, isStrip, children }: { title: string; isStrip: boolean; children: ReactNode }) {
  return (
    <Box role="group" aria-label={title} sx={{ flex: 'none', mb: isStrip ? 0 : { lg: 1.5 } }}>
      <Box component="h4" sx={{ m: 0, typography: 'caption', color: 'text.secondary' }}>
        {title}
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { lg: isStrip ? 'row' : 'column' } }}>{children}</Box>
    </Box>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{children}</Box>;
}
