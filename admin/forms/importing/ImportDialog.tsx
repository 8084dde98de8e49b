import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import { randomId } from '#portal/forms/randomId.ts';
import { serializeDesign } from '#schemas/designing/design.ts';
import { type ImportedFile, type ImportNote, readFormFile } from '#schemas/designing/imports/form-file.ts';
import type { ImportedWidget } from '#schemas/designing/imports/import-builder.ts';
import { type ImportError, maxListedErrors } from '#schemas/designing/imports/open-imported-form.ts';
import { tooLarge } from '#schemas/designing/imports/parse-json.ts';
import { sizeOf } from '#schemas/designing/keys.ts';
import { readForm } from '#schemas/forms/read-form.ts';
import { runWrittenExamples } from '#schemas/publishing/examples.ts';
import { ExampleOutcomes } from '../publishing/ExampleOutcomes.tsx';
import type { PickedFile } from './FileButton.tsx';

interface ImportDialogProps {
  file: PickedFile;
  /** Explains what the import does here. */
  question: string;
  /** Whether the examples of the file are imported, too. If some fail, a reason is required. */
  takesExamples?: boolean;
  onTake: (taken: ImportedFile, redReason: string) => void;
  /** Takes what differs from the file. */
  onImport: (notes: readonly ImportNote[]) => void;
  onClose: () => void;
}

/**
 * Import report, shown before anything changes: what is imported, what is converted, what is left out, or all errors if
 * the file is rejected.
 */
export function ImportDialog({ file, question, takesExamples = false, onTake, onImport, onClose }: ImportDialogProps) {
  const title = useId();
  const result = useMemo(
    () => (file.text === null ? { faults: [{ path: '', message: tooLarge }] } : readFormFile(file.text, randomId)),
    [file],
  );
  const isValid = 'design' in result;
  const [reason, setReason] = useState('');
  const outcomes = useMemo(() => {
    const examples = takesExamples && 'design' in result ? (result.about.examples ?? []) : [];
    return 'design' in result && examples.length > 0
      ? runWrittenExamples(readForm(serializeDesign(result.design)), examples)
      : [];
  }, [result, takesExamples]);
  const isStopped = reason.trim() === '' && outcomes.some(({ isPassing }) => !isPassing);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={title}>
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {`Import ${file.name}`}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {isValid ? <Report result={result} question={question} /> : <ImportErrors faults={result.faults} />}
        {outcomes.length > 0 ? <ExampleOutcomes outcomes={outcomes} reason={reason} onReason={setReason} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {isValid ? 'Cancel' : 'Close'}
        </Button>
        {isValid ? (
          <Button
            variant="contained"
            disabled={isStopped}
            onClick={() => {
              onTake(result, reason.trim());
              onImport([...result.left, ...result.changed]);
              onClose();
            }}
          >
            Import
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}

function ImportErrors({ faults }: { faults: readonly ImportError[] }) {
  return (
    <>
      <Alert severity="error">This file can't be imported. Nothing has changed.</Alert>
      <Faults name="Errors in the file" faults={faults} />
    </>
  );
}

function Report({ result, question }: { result: ImportedFile; question: string }) {
  const { design, left, changed, scripts, summary } = result;
  // Without the root, which is no widget of the file.
  const widgets = counted(sizeOf(design) - 1, 'widget');
  const come = `${widgets} will be imported`;
  return (
    <>
      <Box role="status">
        {left.length > 0 ? `${come}, ${counted(left.length, 'part')} will be skipped:` : `${come}.`}
      </Box>
      <Faults name="Skipped parts" faults={left} />
      {changed.length > 0 ? <Box>{`${counted(changed.length, 'part')} will be converted:`}</Box> : null}
      <Faults name="Converted parts" faults={changed} />
      {summary.map((sentence) => (
        <Box key={sentence} sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {sentence}
        </Box>
      ))}
      {scripts.length > 0 ? (
        <>
          <Box>{`${counted(scripts.length, 'script')} must be fixed before the form can be published:`}</Box>
          <Faults name="Scripts to fix" faults={scripts} />
        </>
      ) : null}
      <Box>{question}</Box>
    </>
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The label of the widget and the path in the file, if there are any. */
function placeOf({ path, widget }: ImportError & { widget?: ImportedWidget | null }): string {
  const place = path.slice(1);
  if (widget && widget.label !== '') return `${widget.label} (${place}): `;
  return place === '' ? '' : `${place}: `;
}

/** A list of faults, each with its label and its path in the file. */
function Faults({ name, faults }: { name: string; faults: readonly ImportError[] }) {
  if (faults.length === 0) return null;
  const rest = faults.length - maxListedErrors;
  return (
    <Box
      component="ul"
      aria-label={name}
      // Focusable, so that a long list can be scrolled by keyboard.
      tabIndex={0}
      sx={{ m: 0, pl: 2.5, maxHeight: 280, overflow: 'auto', overflowWrap: 'anywhere', typography: 'body2' }}
    >
      {faults.slice(0, maxListedErrors).map((each) => (
        <li key={`${each.path} ${each.message}`}>{`${placeOf(each)}${each.message}`}</li>
      ))}
      {rest > 0 ? <li>{`and ${rest} more`}</li> : null}
    </Box>
  );
}
