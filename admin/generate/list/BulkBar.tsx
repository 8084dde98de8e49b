import Close from '@mui/icons-material/Close';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { useDescribed } from '../described.tsx';
import { type BulkAct, BulkDialog } from './BulkDialog.tsx';
import { ExportButton } from './ExportButton.tsx';
import { useMayAny } from './useMayAny.ts';

/** An address with more ids would be longer than servers take. */
const mostExported = 300;

/** What can be done with the records that are selected, above the list while any are. */
export function BulkBar({ columns }: { columns: Field[] }) {
  const { resource, override } = useDescribed();
  const { path } = resource;
  const { selectedIds = [], onUnselectItems } = useListContext();
  const canDelete = useMayAny('delete');
  const canEdit = useMayAny('edit');
  const dataProvider = useDataProvider();
  const [act, setAct] = useState<BulkAct>();

  const deletion: BulkAct = {
    label: 'Delete',
    done: 'deleted',
    work: (record) => dataProvider.delete(path, { id: record.id, previousData: record }),
    warning: 'This can not be undone.',
  };
  const changes = (override.bulk ?? []).map(
    ({ change, ...words }): BulkAct => ({
      ...words,
      work: (record) =>
        dataProvider.update(path, { id: record.id, data: { ...record, ...change }, previousData: record }),
    }),
  );
  const acts = [...(canEdit ? changes : []), ...(canDelete ? [deletion] : [])];

  return (
    <>
      {selectedIds.length > 0 ? (
        <Box
          role="toolbar"
          aria-label="Selected records"
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            px: 1,
            py: 0.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <IconButton size="small" aria-label="Unselect all" onClick={() => onUnselectItems()}>
            <Close fontSize="small" />
          </IconButton>
          <Typography role="status" sx={{ mr: 'auto', whiteSpace: 'nowrap' }}>
            {selectedIds.length} selected
          </Typography>
          {selectedIds.length <= mostExported ? (
            <ExportButton label="Export selected" columns={columns} ids={selectedIds} />
          ) : null}
          {acts.map((each) => (
            <Button key={each.label} size="small" color="inherit" onClick={() => setAct(each)}>
              {each.label}
            </Button>
          ))}
        </Box>
      ) : null}
      {act ? <BulkDialog act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
