import Close from '@mui/icons-material/Close';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { type ComponentProps, useState } from 'react';
import { useListContext } from 'react-admin';
import { bulkFields } from '#schemas/bulk/bulk-jobs.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { filterZone, selectAllChoice } from '../../provider/cursor-pagination.ts';
import { usePermissionCheck } from '../../provider/permissions.ts';
import type { BulkActionsProps } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { BarButton } from './BarButton.tsx';
import type { ExportDialogProps } from './ExportDialog.tsx';
import { useSelectionSum } from './ListFoot.tsx';
import { type RecordAction, useRecordActions } from './useRecordActions.ts';

/** Keeps the export URL below the length limits of servers. */
const maxExportIds = 300;

/**
 * Sticky toolbar with bulk actions for the selected records, or for everything that matches the list's filters. It lies
 * over the foot of the list, so that no row moves.
 */
export function BulkBar({ columns }: { columns: Field[] }) {
  const { override } = useResourceScreen();
  const { data = [], selectedIds = [], onUnselectItems } = useListContext();
  const all = useSelectAll();
  const here = data.filter(({ id }) => selectedIds.includes(id));
  const acts = useRecordActions(here.length < selectedIds.length ? [...here, undefined] : here);
  const sum = useSelectionSum(selectedIds);
  const [act, setAct] = useState<RecordAction>();
  const count = all.isAll ? all.total : selectedIds.length;
  const selection = all.isAll ? { query: all.query } : { ids: selectedIds };
  const { bulkActions: OwnActions = BulkEditButton } = override;
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
          <Typography role="status" sx={{ whiteSpace: 'nowrap' }}>
            {all.isAll ? `All ${count.toLocaleString('en-US')} selected` : `${count} selected${sum}`}
          </Typography>
          <Box sx={secondLine}>
            {!all.isAll && all.choice ? (
              <Button size="small" color="inherit" disabled={all.choice.isTooWide} onClick={all.select}>
                {all.choice.label}
              </Button>
            ) : null}
            <Box sx={actionRow}>
              {all.isAll || selectedIds.length <= maxExportIds ? (
                <ExportButton label="Export selected…" columns={columns} {...(all.isAll ? {} : { ids: selectedIds })} />
              ) : null}
              {/* Decisions of a list are made record by record, with the summary in view. */}
              {override.decisions ? null : (
                <OwnActions records={all.isAll ? data : here} selection={selection} count={count} />
              )}
              {all.isAll
                ? null
                : acts.map((each) => (
                    <Button key={each.label} size="small" color="inherit" onClick={() => setAct(each)}>
                      {each.label}
                    </Button>
                  ))}
            </Box>
          </Box>
        </Box>
      ) : null}
      {act ? <LazyBulkDialog act={act} ids={selectedIds} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}

/** On a phone everything besides the count is one line that scrolls, so that the list stays in view. */
const secondLine = {
  display: { xs: 'flex', sm: 'contents' },
  gap: 1,
  width: '100%',
  overflowX: 'auto',
  // The focus ring, which the scroll area would clip.
  p: 0.5,
  '& > *': { flex: 'none' },
};

/** The actions at the end of the bar. */
const actionRow = { display: 'flex', flexWrap: { sm: 'wrap' }, ml: 'auto', '& > *': { flex: 'none' } };

/** The button of the generated bulk edit, for users who may change at least one of the records. */
function BulkEditButton({ records, ...selected }: BulkActionsProps) {
  const { resource } = useResourceScreen();
  const may = usePermissionCheck();
  const [isOpen, setOpen] = useState(false);
  const mayEdit = records.some((record) => may({ action: 'edit', resource: resource.path, record }));
  if (!mayEdit || bulkFields(resource).length === 0) return null;
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen ? <BulkEditDialog {...selected} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const BulkEditDialog = lazyComponent(async () => (await import('./BulkFieldsDialog.tsx')).BulkEditDialog, {
  isDialog: true,
});

/**
 * The selection of everything that matches the list's filters. It ends when the filters or the selected rows change. A
 * list with more than 10,000 matches, which has no exact total, says so instead.
 */
function useSelectAll() {
  const { data = [], selectedIds = [], onSelect, filter, filterValues, sort, total, meta } = useListContext();
  const filters = { ...filterValues, ...filter };
  const [allOf, setAllOf] = useState('');
  const keyOf = (ids: unknown[]) => JSON.stringify([filters, [...ids].sort()]);
  return {
    isAll: allOf === keyOf(selectedIds),
    total: total ?? 0,
    choice: selectAllChoice({ total, meta }, data.length),
    query: { filter: JSON.stringify(filters), sort: JSON.stringify([sort.field, sort.order]), ...filterZone(filters) },
    select: () => {
      const ids = [...new Set([...selectedIds, ...data.map(({ id }) => id)])];
      onSelect(ids);
      setAllOf(keyOf(ids));
    },
  };
}

const ExportDialog = lazyComponent(async () => (await import('./ExportDialog.tsx')).ExportDialog, { isDialog: true });

/** Opens the dialog that downloads the list with its filters, sort order and columns as a file, all pages. */
export function ExportButton({ label, ...list }: { label: string } & Omit<ExportDialogProps, 'onClose'>) {
  const { total } = useListContext();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <BarButton
        label={label}
        icon={<FileDownloadOutlined />}
        disabled={total === 0}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <ExportDialog {...list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const BulkDialog = lazyComponent(async () => (await import('./BulkDialog.tsx')).BulkDialog, { isDialog: true });

/** Lazy wrapper of the bulk action dialog. */
export function LazyBulkDialog(props: ComponentProps<typeof BulkDialog>) {
  return <BulkDialog {...props} />;
}
