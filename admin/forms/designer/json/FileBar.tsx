import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formSchemaOf } from '#schemas/designing/design.ts';
import { replace } from '#schemas/designing/edits.ts';
import { writtenFile } from '#schemas/designing/imports/form-file.ts';
import { type ChosenFile, FileButton } from '../../bringing/FileButton.tsx';
import { ImportDialog } from '../../bringing/ImportDialog.tsx';
import { saveFile } from '../../bringing/saveFile.ts';
import type { Designer } from '../useDesigner.ts';

/** Exports the form as a file, and imports a file in its place. */
export function FileBar({ designer: { design, act } }: { designer: Designer }) {
  const { getValues } = useFormContext();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const hand = () => {
    const about = getValues();
    saveFile(`${about.name || 'form'}.json`, writtenFile(about, formSchemaOf(design)));
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" onClick={hand}>
        Export as a file
      </Button>
      <FileButton onChoose={setChosen}>Import a file</FileButton>
      {chosen ? (
        <ImportDialog
          file={chosen}
          question="The form on the canvas gives way to it; 'Undo' brings that back. Name, table columns and examples stay."
          onTake={({ design: to }) => act(replace(design, to, { name: `Import ${chosen.name}` }))}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </Box>
  );
}
