import { Alert, Box, Button, Link } from '@mui/material';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { randomId } from '#portal/forms/randomId.ts';
import { type Design, openDesign } from '#schemas/designing/design.ts';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';

interface ImportNotesProps {
  design: Design;
  notes: readonly ImportNote[];
  onSelect: (widget: string) => void;
  onClose: () => void;
}

/** What differs from the imported file. Each entry leads to its widget on the canvas, until that is removed. */
export function ImportNotes({ design, notes, onSelect, onClose }: ImportNotesProps) {
  const ids = new Set([...widgetsIn(design.root)].map(({ widget }) => widget.id));
  const open = notes.filter(({ widget }) => widget !== null && ids.has(widget.id));
  if (open.length === 0) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
      }
      sx={{ mb: 1 }}
    >
      <Box>{`${open.length} ${open.length === 1 ? 'part differs' : 'parts differ'} from the imported file:`}</Box>
      <Box
        component="ul"
        aria-label="Differences from the imported file"
        // Focusable, so that a long list can be scrolled by keyboard.
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 140, overflow: 'auto', overflowWrap: 'anywhere' }}
      >
        {open.map(({ path, message, widget }) => (
          <li key={`${path} ${message}`}>
            <Link
              component="button"
              variant="body2"
              sx={{ textAlign: 'left', minHeight: 24 }}
              onClick={() => {
                if (widget) onSelect(widget.id);
              }}
            >
              {`${widget?.label || path.slice(1)}: ${message}`}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** The differences beside a new form, whose designer they open. */
export function NewFormNotes({ source, ...props }: Omit<ImportNotesProps, 'design'> & { source: string }) {
  const formSchema: unknown = useWatch({ name: source });
  const opened = useMemo(() => openDesign(formSchema, randomId), [formSchema]);
  return 'design' in opened ? <ImportNotes design={opened.design} {...props} /> : null;
}
