import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { analyze, rename } from '#grammar/index.ts';

/** Renames a variable or helper within a script. Calls `onDone` with the new source, or null if canceled. */
export function RenameVariable({
  source,
  name,
  onDone,
}: {
  source: string;
  name: string;
  onDone: (source: string | null) => void;
}) {
  const [typed, setTyped] = useState(name);
  const outcome = renamedTo(source, name, typed.trim());
  const rejected = 'rejected' in outcome ? outcome.rejected : undefined;
  const isOther = typed.trim() !== name;
  const submit = () => {
    if ('source' in outcome && isOther) onDone(outcome.source);
  };
  return (
    <Box role="group" aria-label={`Rename ${name}`} sx={{ display: 'grid', gap: 0.5, my: 1 }}>
      <TextField
        autoFocus
        label={`New name for ${name}`}
        value={typed}
        error={isOther && rejected !== undefined}
        helperText={isOther ? rejected : undefined}
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter would submit the page's form, Escape would close the designer.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
          else submit();
        }}
      />
      <Box>
        <Button disabled={!isOther || rejected !== undefined} onClick={submit}>
          Rename
        </Button>
        <Button onClick={() => onDone(null)}>Cancel</Button>
      </Box>
    </Box>
  );
}

function renamedTo(source: string, name: string, to: string): { source: string } | { rejected: string } {
  const declared = analyze(source).symbols.map((symbol) => `${symbol.kind === 'define' ? ':' : '$'}${symbol.name}`);
  // Only names declared in the script. A field's key is renamed at its widget, together with all scripts that read it.
  if (!declared.includes(name)) {
    const rejected = name.startsWith(':')
      ? 'This helper is built in'
      : "This is a form key. Rename it in its widget's properties.";
    return { rejected };
  }
  try {
    return { source: rename(source, name, to) };
  } catch (error) {
    if (error instanceof RangeError) return { rejected: error.message };
    throw error;
  }
}
