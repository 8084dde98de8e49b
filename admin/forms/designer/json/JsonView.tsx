import { Alert, Box, Button, FormHelperText } from '@mui/material';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { importOrThrow } from '#portal/forms/lazyComponent.tsx';
import { randomId } from '#portal/forms/randomId.ts';
import { type DesignWidget, openDesign, serializeDesign } from '#schemas/designing/design.ts';
import { replace } from '#schemas/designing/edits.ts';
import { maxListedErrors } from '#schemas/designing/imports/open-imported-form.ts';
import { readJson } from '#schemas/designing/imports/parse-json.ts';
import { checkFormSchema } from '#schemas/forms/check-form-schema.ts';
import { lazyComponent } from '../../../frame/lazy-component.tsx';
import type { JsonFault } from '../../../generate/json/locate-faults.ts';
import { FileButton, type PickedFile } from '../../importing/FileButton.tsx';
import type { DesignerViewProps } from '../views.ts';

const JsonEditor = lazyComponent(async () => (await import('../../../generate/json/JsonEditor.tsx')).JsonEditor, {
  height: 320,
});

interface TypedText {
  text: string;
  /** Root of the design that belongs to this text. */
  root: DesignWidget;
  /** Why the text is not on the canvas, with its path. */
  fault: JsonFault | null;
}

type JsonViewProps = Pick<DesignerViewProps, 'designer' | 'onImport'>;

/** JSON view of the form. The canvas follows while the text is a valid form; otherwise it keeps the last valid one. */
export default function JsonView({ designer, onImport }: JsonViewProps) {
  const { design, applyEdit } = designer;
  const [typed, setTyped] = useState<TypedText | null>(null);
  const label = useId();
  const hint = useId();
  const formatted = useMemo(() => JSON.stringify(serializeDesign(design), null, 2), [design]);
  // An undo or import replaces the design, which discards the typed text.
  const isTyped = typed?.root === design.root;
  const text = isTyped ? typed.text : formatted;
  const fault = isTyped ? typed.fault : null;
  const checkedText = useDeferredValue(text);
  const found = useMemo(() => faultsIn(checkedText), [checkedText]);
  const faults = fault && !found.some(({ path }) => path === fault.path) ? [fault, ...found] : found;
  const change = (next: string) => {
    const read = readJson(next);
    const opened = 'message' in read ? { path: '', message: read.message } : openDesign(read.value, randomId);
    if ('message' in opened) {
      setTyped({ text: next, root: design.root, fault: opened });
      return;
    }
    const edit = replace(design, opened.design, { name: 'Change JSON', isTyping: true });
    setTyped({ text: next, root: edit.steps.length > 0 ? opened.design.root : design.root, fault: null });
    applyEdit(edit);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0, overflow: 'auto', pt: 1 }}>
      <FileBar designer={designer} onImport={onImport} />
      <Box id={label} sx={{ typography: 'subtitle2' }}>
        Form as JSON
      </Box>
      {fault ? (
        <Alert severity="warning" role="status">
          This isn't a valid form yet. The form on the canvas hasn't changed.
        </Alert>
      ) : null}
      <JsonEditor
        text={text}
        onChange={change}
        onBlur={nothing}
        focusRef={nothing}
        labelledBy={label}
        describedBy={hint}
        isInvalid={faults.length > 0}
        faults={faults.slice(0, maxListedErrors)}
      />
      {faults.length > maxListedErrors ? <Box>{`and ${faults.length - maxListedErrors} more`}</Box> : null}
      <FormHelperText id={hint}>Tab indents. Press Escape, then Tab to move to the next field.</FormHelperText>
    </Box>
  );
}

const nothing = () => undefined;

/** Validates the form; returns nothing for invalid JSON, which the editor reports itself. */
function faultsIn(text: string): JsonFault[] {
  const read = readJson(text);
  return 'message' in read ? [] : checkFormSchema(read.value).map(({ path, message }) => ({ path, message }));
}

// Importing and exporting forms is a tenth of the designer's code and rarely used: load it on demand.
const ImportDialog = lazyComponent(async () => (await import('../../importing/ImportDialog.tsx')).ImportDialog, {
  isDialog: true,
});

/** Exports the form as a file, and imports a file in its place. */
function FileBar({ designer: { design, applyEdit }, onImport }: JsonViewProps) {
  const { getValues } = useFormContext();
  const [chosen, setChosen] = useState<PickedFile | null>(null);
  const notify = useNotify();
  const exportFile = async () => {
    const about = getValues();
    try {
      const { exportFormFile } = await importOrThrow(() => import('#schemas/designing/imports/form-file.ts'));
      downloadFile(`${about.name || 'form'}.json`, exportFormFile(about, serializeDesign(design)));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" onClick={() => void exportFile()}>
        Export to file
      </Button>
      <FileButton onChoose={setChosen}>Import file</FileButton>
      {chosen ? (
        <ImportDialog
          file={chosen}
          question="It replaces the form on the canvas. You can undo this. The name, table columns, and examples stay the same."
          onTake={({ design: to }) => applyEdit(replace(design, to, { name: `Import ${chosen.name}` }))}
          onImport={onImport}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Box>
  );
}

/** Downloads a text as a JSON file of this name. */
function downloadFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name.replace(/[\\/:*?"<>|]/g, '_');
  link.click();
  URL.revokeObjectURL(link.href);
}
