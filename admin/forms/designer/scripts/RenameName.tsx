import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { analyze, rename } from '#grammar/index.ts';

/** Asks what a name of a script is to be called, and answers the script with it; null where it is left as it is. */
export function RenameName({
  source,
  name,
  onDone,
}: {
  source: string;
  name: string;
  onDone: (source: string | null) => void;
}) {
  const [typed, setTyped] = useState(name);
  const renamed = renamedTo(source, name, typed.trim());
  const refused = 'refused' in renamed ? renamed.refused : undefined;
  const isOther = typed.trim() !== name;
  const done = () => {
    if ('source' in renamed && isOther) onDone(renamed.source);
  };
  return (
    <Box role="group" aria-label={`Rename ${name}`} sx={{ display: 'grid', gap: 0.5, my: 1 }}>
      <TextField
        autoFocus
        label={`New name of ${name}`}
        value={typed}
        error={isOther && refused !== undefined}
        helperText={isOther ? refused : undefined}
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Neither saves the page nor closes the designer.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
          else done();
        }}
      />
      <Box>
        <Button disabled={!isOther || refused !== undefined} onClick={done}>
          Rename
        </Button>
        <Button onClick={() => onDone(null)}>Leave it</Button>
      </Box>
    </Box>
  );
}

function renamedTo(source: string, name: string, to: string): { source: string } | { refused: string } {
  const declared = analyze(source).symbols.map((symbol) => `${symbol.kind === 'define' ? ':' : '$'}${symbol.name}`);
  // What the form calls a field is renamed there, with all that reads it.
  if (!declared.includes(name)) {
    const refused = name.startsWith(':')
      ? 'This helper is built in'
      : 'This is a key of the form: rename it at its widget';
    return { refused };
  }
  try {
    return { source: rename(source, name, to) };
  } catch (error) {
    if (error instanceof RangeError) return { refused: error.message };
    throw error;
  }
}
