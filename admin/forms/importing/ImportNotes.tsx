import { Alert, Box, Button, Link } from '@mui/material';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { widgetsIn } from '#schemas/designing/tree.ts';
import type { Designer } from '../designer/useDesigner.ts';

interface ImportNotesProps {
  designer: Designer;
  notes: readonly ImportNote[];
  onShow: () => void;
  onClose: () => void;
}

/** What differs from the imported file. Each entry selects its widget, until that is removed. */
export function ImportNotes({ designer: { design, select }, notes, onShow, onClose }: ImportNotesProps) {
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
              sx={{ textAlign: 'left' }}
              onClick={() => {
                onShow();
                if (widget) select([widget.id]);
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
