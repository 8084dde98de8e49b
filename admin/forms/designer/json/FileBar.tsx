import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { importOrThrow } from '#portal/forms/lazyComponent.tsx';
import { serializeDesign } from '#schemas/designing/design.ts';
import { replace } from '#schemas/designing/edits.ts';
import { lazyComponent } from '../../../frame/lazy-component.tsx';
import { FileButton, type PickedFile } from '../../importing/FileButton.tsx';
import type { Designer } from '../useDesigner.ts';

// Importing and exporting forms is a tenth of the designer's code and rarely used: load it on demand.
const ImportDialog = lazyComponent(async () => (await import('../../importing/ImportDialog.tsx')).ImportDialog, {
  isDialog: true,
});

/** Exports the form as a file, and imports a file in its place. */
export function FileBar({ designer: { design, applyEdit } }: { designer: Designer }) {
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
