import { Dialog, DialogContent } from '@mui/material';
import { useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { originalOf } from '#schemas/designing/design.ts';
import { detectRenamedKeys, renameExamples } from '#schemas/designing/renamed-keys.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { setPageCovered } from '../page-covered.ts';
import type { ImportedNotes } from './FormDesigner.tsx';

const Designer = lazyComponent(async () => (await import('./FormDesigner.tsx')).default, { height: 480 });

interface DesignerDialogProps {
  source: string;
  isOpen: boolean;
  imported: ImportedNotes;
  onClose: () => void;
}

/** The designer as a full-screen dialog. It edits the value in the page's form; the page saves it. */
export function DesignerDialog({ source, isOpen, imported, onClose }: DesignerDialogProps) {
  const { setValue, getValues, getFieldState } = useFormContext();
  const formSchema: unknown = useWatch({ name: source });
  const published = useRecordContext<Form>()?.formSchema;
  const [opened] = useState(formSchema);
  const put = (written: JsonMap): JsonMap => {
    // A form that is back at the published version, or at the one opened, is not changed.
    const value = new StoredForm(originalOf(written, [published, opened]));
    // The designer's output is always readable, so validate only to clear an error that is already shown. The save
    // validates again.
    const how = { shouldDirty: true, shouldValidate: getFieldState(source).invalid };
    const examples = renameInExamples(getValues('examples'), formSchema, value);
    if (examples) setValue('examples', examples, how);
    setValue(source, value, how);
    return value;
  };
  useEffect(() => {
    setPageCovered(isOpen);
    return () => setPageCovered(false);
  }, [isOpen]);
  return (
    // No close on Escape: the key belongs to the focused part. The dialog closes by its button.
    <Dialog fullScreen open={isOpen} disableEscapeKeyDown slotProps={{ paper: { 'aria-label': 'Form designer' } }}>
      <DialogContent sx={{ p: 2 }}>
        <Designer value={formSchema ?? emptyForm} onChange={put} imported={imported} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

/**
 * The formSchema in the page's form. react-hook-form copies plain objects several times at each change, which is a third
 * of the time of an edit in a large form; it leaves instances of classes as they are.
 */
class StoredForm {
  readonly [key: string]: unknown;

  constructor(formSchema: JsonMap) {
    Object.assign(this, formSchema);
  }
}

const emptyForm = { version: 1, root: { type: 'container' } };

/**
 * Applies key renames of a form edit (or their undo) to the form's examples. Returns undefined if no example changes.
 */
function renameInExamples(
  examples: Form['examples'] | undefined,
  before: unknown,
  after: JsonMap,
): Form['examples'] | undefined {
  if (!examples || examples.length === 0) return undefined;
  const renames = detectRenamedKeys(readFormWithoutScripts(before), readFormWithoutScripts(after));
  const changed = renames.size > 0 ? renameExamples(examples, renames) : examples;
  return isEqual(changed, examples) ? undefined : changed;
}
