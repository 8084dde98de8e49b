import Close from '@mui/icons-material/Close';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { type ComponentProps, useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { bulkFields } from '#schemas/bulk/bulk-jobs.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { totalOf } from '../../provider/cursor-pagination.ts';
import { download } from '../../provider/http.ts';
import { usePermissionCheck } from '../../provider/permissions.ts';
import type { BulkActionsProps } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { BarButton } from './BarButton.tsx';
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
            {!all.isAll && all.total > data.length ? (
              <Button size="small" color="inherit" onClick={all.select}>
                {`Select all ${all.total.toLocaleString('en-US')} that match`}
              </Button>
            ) : null}
            <Box sx={actionRow}>
              {all.isAll || selectedIds.length <= maxExportIds ? (
                <ExportButton label="Export selected" columns={columns} {...(all.isAll ? {} : { ids: selectedIds })} />
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
 * list with more than 10,000 matches has no exact total and offers it, too: the server answers with the limit.
 */
function useSelectAll() {
  const { data = [], selectedIds = [], onSelect, filter, filterValues, sort, total, meta } = useListContext();
  const filters = { ...filterValues, ...filter };
  const [allOf, setAllOf] = useState('');
  const keyOf = (ids: unknown[]) => JSON.stringify([filters, [...ids].sort()]);
  return {
    isAll: allOf === keyOf(selectedIds),
    total: total ?? totalOf({ meta }) ?? 0,
    query: { filter: JSON.stringify(filters), sort: JSON.stringify([sort.field, sort.order]) },
    select: () => {
      const ids = [...new Set([...selectedIds, ...data.map(({ id }) => id)])];
      onSelect(ids);
      setAllOf(keyOf(ids));
    },
  };
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

interface ListState {
  /** Path below /api. */
  path: string;
  /** react-admin's filters by field name; `q` is the search. */
  filter: Record<string, unknown>;
  sort: { field: string; order: string };
  columns: Pick<Field, 'name' | 'kind'>[];
}

/**
 * Builds the URL of a list's CSV export: all pages, with filters, search, sort order, columns, and the names of
 * references (design 3). Commas separate values there, so a filter value with a comma uses react-admin's dialect
 * instead, in which references stay ids.
 */
export function csvAddress(list: ListState): string {
  const filters = flat(list.filter).filter(([, value]) => isSet(value));
  const hasComma = filters.some(
    ([name, value]) => name !== 'q' && [value].flat().some((each) => String(each).includes(',')),
  );
  const query = hasComma ? simpleQuery(list) : pagedQuery(list, filters);
  query.set('columns', list.columns.map(({ name }) => name).join(','));
  return `/api/${list.path}.csv?${query}`;
}

function pagedQuery({ sort, columns }: ListState, filters: [string, unknown][]): URLSearchParams {
  const query = new URLSearchParams({ sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` });
  for (const [name, value] of filters) query.set(name === 'q' ? 'search' : name, [value].flat().map(String).join(','));
  const references = columns.filter(({ kind }) => kind === 'reference').map(({ name }) => name.replace(/Id$/, ''));
  if (references.length > 0) query.set('populate', references.join(','));
  return query;
}

/** Operators become dotted keys: {"updatedAt": {"from": …}} is `updatedAt.from`. */
const flat = (filter: Record<string, unknown>): [string, unknown][] =>
  Object.entries(filter).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? Object.entries(value).map(([operator, each]) => [`${name}.${operator}`, each]) : [[name, value]],
  );

const simpleQuery = ({ sort, filter }: ListState) =>
  new URLSearchParams({ sort: JSON.stringify([sort.field, sort.order]), filter: JSON.stringify(filter) });

/** Empty filters are ignored; null filters for missing values. */
const isSet = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const BulkDialog = lazyComponent(async () => (await import('./BulkDialog.tsx')).BulkDialog, { isDialog: true });

/** Lazy wrapper of the bulk action dialog. */
export function LazyBulkDialog(props: ComponentProps<typeof BulkDialog>) {
  return <BulkDialog {...props} />;
}
