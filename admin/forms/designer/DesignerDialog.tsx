import { Dialog, DialogContent } from '@mui/material';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lazily } from '../../frame/lazily.tsx';
import { coverPage } from '../covered.ts';
import { examplesAfter } from './scripts/examples-after.ts';

const Designer = lazily(async () => (await import('./Designer.tsx')).default, { height: 480 });

/** The designer over the whole window: what is designed is what the page's form holds, and its page saves. */
export function DesignerDialog({ source, isOpen, onClose }: { source: string; isOpen: boolean; onClose: () => void }) {
  const { setValue, getValues, getFieldState } = useFormContext();
  const formSchema: unknown = useWatch({ name: source });
  const put = (value: JsonMap) => {
    // What is designed can be read; only a fault that is shown already has to go. It is checked again as it is saved.
    const how = { shouldDirty: true, shouldValidate: getFieldState(source).invalid };
    const examples = examplesAfter(getValues('examples'), formSchema, value);
    if (examples) setValue('examples', examples, how);
    setValue(source, value, how);
  };
  useEffect(() => {
    coverPage(isOpen);
    return () => coverPage(false);
  }, [isOpen]);
  return (
    // Escape belongs to what has the focus in it: the whole of it is left by its button.
    <Dialog fullScreen open={isOpen} disableEscapeKeyDown slotProps={{ paper: { 'aria-label': 'Form designer' } }}>
      <DialogContent sx={{ p: 2 }}>
        <Designer value={formSchema ?? emptyForm} onChange={put} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const emptyForm = { version: 1, root: { type: 'container' } };
