import { Box, Button, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { importOrThrow } from '#portal/forms/lazyComponent.tsx';
import { serializeDesign } from '#schemas/designing/design.ts';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { FileButton, type PickedFile } from './FileButton.tsx';
import { type InitialForm, templates } from './templates.ts';

// The row of buttons is part of the page's first paint; only its dialogs are loaded later. A row that came later would
// move the inputs below it under the pointer.
const CopyDialog = lazyComponent(async () => (await import('./CopyDialog.tsx')).CopyDialog, { isDialog: true });
const ImportDialog = lazyComponent(async () => (await import('./ImportDialog.tsx')).ImportDialog, { isDialog: true });

interface NewFormStartProps {
  source: string;
  /** Takes what differs from an imported file; nothing for a copy or a template. */
  onImport: (notes: readonly ImportNote[]) => void;
}

/** Starting points for a new form: a copy, a template or a file. */
export function NewFormStart({ source, onImport }: NewFormStartProps) {
  const { setValue } = useFormContext();
  const notify = useNotify();
  const label = useId();
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [isCopying, setCopying] = useState(false);
  const [chosen, setChosen] = useState<PickedFile | null>(null);
  const start = ({ formSchema, ...about }: InitialForm, from: string) => {
    const { name, description, tableColumns, examples, redReason } = about;
    for (const [key, value] of Object.entries({ [source]: formSchema, name, description, tableColumns, examples }))
      if (value !== undefined) setValue(key, value, { shouldDirty: true });
    setValue('redReason', redReason);
    onImport([]);
    notify(`Started from ${from}. Nothing has been saved yet.`, { type: 'info' });
  };
  const startAs = async ({ name, load }: (typeof templates)[number]) => {
    setMenu(null);
    try {
      start(await importOrThrow(load), `the template ${name}`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <Box
      role="group"
      aria-labelledby={label}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}
    >
      <Box id={label} sx={{ color: 'text.secondary' }}>
        Start from
      </Box>
      <Button variant="outlined" onClick={() => setCopying(true)}>
        A copy of a form
      </Button>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={(event) => setMenu(event.currentTarget)}
      >
        A template
      </Button>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {templates.map((template) => (
          <MenuItem key={template.name} onClick={() => void startAs(template)} sx={{ display: 'block' }}>
            <span>{template.name}</span>
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{template.about}</Box>
          </MenuItem>
        ))}
      </Menu>
      <FileButton onChoose={setChosen}>A file</FileButton>
      {isCopying ? <CopyDialog onTake={(form) => start(form, 'a copy')} onClose={() => setCopying(false)} /> : null}
      {chosen ? (
        <ImportDialog
          file={chosen}
          question="The new form starts as a copy of this file and replaces what you've entered here."
          takesExamples
          onTake={({ design, about }, redReason) =>
            start({ ...about, formSchema: serializeDesign(design), redReason }, `the file ${chosen.name}`)
          }
          onImport={onImport}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Box>
  );
}
