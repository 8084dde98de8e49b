import Close from '@mui/icons-material/Close';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { download } from '../../provider/http.ts';
import { BarButton } from './BarButton.tsx';
import { csvAddress } from './csv-address.ts';
import { LazyBulkDialog } from './LazyBulkDialog.tsx';
import { type RecordAction, useRecordActions } from './useRecordActions.ts';

/** Keeps the export URL below the length limits of servers. */
const maxExportIds = 300;

/**
 * Sticky toolbar with bulk actions for the selected records. It lies over the foot of the list, so that no row moves.
 */
export function BulkBar({ columns }: { columns: Field[] }) {
  const { data = [], selectedIds = [], onUnselectItems } = useListContext();
  const here = data.filter(({ id }) => selectedIds.includes(id));
  const acts = useRecordActions(here.length < selectedIds.length ? [...here, undefined] : here);
  const [act, setAct] = useState<RecordAction>();
  return (
    <>
      {selectedIds.length > 0 ? (
        <Box
          role="toolbar"
          aria-label="Selected records"
          sx={{
            position: 'sticky',
            bottom: 0,
            zIndex: 3,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            px: 1,
            py: 0.5,
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: 'var(--surface-sunken)',
          }}
        >
          <IconButton size="small" aria-label="Clear selection" onClick={() => onUnselectItems()}>
            <Close fontSize="small" />
          </IconButton>
          <Typography role="status" sx={{ mr: 'auto', whiteSpace: 'nowrap' }}>
            {`${selectedIds.length} selected`}
          </Typography>
          {selectedIds.length <= maxExportIds ? (
            <ExportButton label="Export selected" columns={columns} ids={selectedIds} />
          ) : null}
          {acts.map((each) => (
            <Button key={each.label} size="small" color="inherit" onClick={() => setAct(each)}>
              {each.label}
            </Button>
          ))}
        </Box>
      ) : null}
      {act ? <LazyBulkDialog act={act} ids={selectedIds} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}

interface ExportButtonProps {
  label: string;
  columns: Field[];
  /** Exports only these records. */
  ids?: unknown[];
}

/** Downloads the list with its filters, sort order and columns as CSV, all pages. */
export function ExportButton({ label, columns, ids }: ExportButtonProps) {
  const { resource, filter, filterValues, sort, total } = useListContext();
  const notify = useNotify();
  const exportFilter = ids ? { id: ids } : { ...filterValues, ...filter };
  const save = async () => {
    try {
      await download(csvAddress({ path: resource, filter: exportFilter, sort, columns }));
    } catch (error) {
      notify(`Export failed: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
  };
  return <BarButton label={label} icon={<FileDownloadOutlined />} disabled={total === 0} onClick={() => void save()} />;
}
