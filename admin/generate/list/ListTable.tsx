import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import {
  Box,
  Button,
  Checkbox,
  IconButton,
  Link,
  Skeleton,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
} from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import {
  type ComponentType,
  type ReactElement,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  DataTable,
  ListNoResults,
  type RaRecord,
  useCreatePath,
  useDataTableRenderContext,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { isSortIndexed } from '#schemas/resource/indexes.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { recordName } from '../catalogue.ts';
import { alignOf, cells, TruncatedLine } from '../cells.tsx';
import { singleValueFields } from '../filters/conditions.ts';
import { formatValue } from '../format-value.ts';
import type { FieldComponent } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { valueAt } from '../useFieldValue.ts';
import { LazyBulkDialog } from './BulkBar.tsx';
import type { Columns } from './ColumnsMenu.tsx';
import { capturesKeys } from './captures-keys.ts';
import { type RecordAction, useRecordActions } from './useRecordActions.ts';

/** Customization of a list's table. */
export interface ListTableOptions {
  /** Link target of a row; defaults to the record's page. */
  addressOf?: (id: RaRecord['id']) => string;
  /** Replaces the empty state. */
  empty?: ReactElement;
  /** Panel shown beside the rows. */
  sidePanel?: ComponentType;
  /** Called when a row gets the focus. */
  onRowFocus?: (id: RaRecord['id']) => void;
}

/** Table of a list. The first column links to the record; each row has a checkbox and actions. */
export function ListTable({ columns: { shown, isChosen }, own }: { columns: Columns; own: ListTableOptions }) {
  const { isPlaceholderData = false, data } = useListContext();
  const rows = useRowKeys(data);
  return (
    <Box ref={rows} tabIndex={-1} aria-busy={isPlaceholderData} sx={{ outline: 0 }}>
      <DataTable
        rowClick={own.addressOf ?? 'edit'}
        bulkActionButtons={false}
        empty={own.empty ?? <EmptyList />}
        sx={{ ...table(isPlaceholderData), ...(isChosen ? scrolledBelow(shown.length * 136) : {}) }}
      >
        <DataTable.Col label={<SelectPage />} disableSort sx={{ width: 42, '&&': { p: 0 } }}>
          <SelectRow />
        </DataTable.Col>
        {shown.map((field, index) => (
          <Column
            key={field.name}
            field={field}
            title={index === 0 ? own : undefined}
            sx={isChosen ? {} : columnBreakpoint(index)}
          />
        ))}
        <DataTable.Col label={<span style={visuallyHidden}>Actions</span>} disableSort sx={noRoom}>
          <RowActions />
        </DataTable.Col>
      </DataTable>
    </Box>
  );
}

function Column({ field, title, sx }: { field: Field; title: ListTableOptions | undefined; sx: SxProps<Theme> }) {
  const isHead = useDataTableRenderContext() === 'header';
  const { resource } = useResourceScreen();
  const { sort, filter, filterValues } = useListContext();
  // react-admin shows a sort arrow but sets no aria-sort.
  const isSorted = isHead && sort.field === field.name;
  return (
    <DataTable.Col
      source={field.name}
      label={field.label}
      disableSort={!isSortIndexed(resource, [field.name], singleValueFields({ ...filterValues, ...filter }))}
      align={alignOf(field)}
      sx={sx}
      {...(isSorted ? { 'aria-sort': sort.order === 'ASC' ? 'ascending' : 'descending' } : {})}
    >
      {title ? <TitleCell field={field} own={title} /> : <Cell field={field} />}
    </DataTable.Col>
  );
}

/**
 * Sticky header below the app bar, and an outline for the focused row, which scroll margins keep clear of the header.
 * Stale rows are dimmed while new ones load.
 */
const table = (isStale: boolean) => ({
  containerType: 'inline-size',
  // A box shadow instead of a border, which does not stick with the header cell.
  '& .RaDataTable-headerCell': {
    top: 'var(--under-bar)',
    borderBottom: 0,
    boxShadow: 'inset 0 -1px var(--border)',
    // Lets long labels wrap on narrow windows.
    whiteSpace: { xs: 'normal', md: 'nowrap' },
  },
  // Dims by color rather than opacity, to keep the contrast (portal/look/tokens.css).
  ...(isStale ? { '& tbody :is(td, td *)': { color: 'text.secondary', transition: 'color 100ms 150ms' } } : {}),
  '& tbody tr': { position: 'relative' },
  '& tbody tr:has(a:focus-visible)': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '& tbody a': { scrollMarginTop: 'calc(var(--under-bar) + 56px)', scrollMarginBottom: '56px' },
  '& tbody a:focus-visible': { outline: 0 },
});

/** User-chosen columns keep a readable width; the table scrolls if they do not fit. */
const scrolledBelow = (width: number) => ({
  '& .RaDataTable-table': { minWidth: width },
  [`@container (max-width: ${width - 1}px)`]: {
    '& .RaDataTable-tableWrapper': { overflow: 'auto', maxHeight: '80vh' },
    '& .RaDataTable-headerCell': { top: 0 },
  },
});

const noRoom: SxProps<Theme> = { width: 0, '&&': { p: 0 } };

/** Default columns by breakpoint: two on a phone, five on a tablet. */
function columnBreakpoint(index: number): SxProps<Theme> {
  if (index < 2) return {};
  return { display: index < 5 ? { xs: 'none', md: 'table-cell' } : { xs: 'none', lg: 'table-cell' } };
}

function Cell({ field }: { field: Field }) {
  const { override } = useResourceScreen();
  const Shown: FieldComponent = override.cells?.[field.name] ?? cells[field.kind];
  return <Shown field={field} source={field.name} />;
}

/** The title column keeps its width; other columns shrink first. */
const wholeName = {
  '& > span': { gridTemplateColumns: 'max-content' },
  '& > span > span': { maxWidth: { xs: '18ch', md: '28ch' } },
};

function TitleCell({ field, own }: { field: Field; own: ListTableOptions }) {
  const { resource } = useResourceScreen();
  const record = useRecordContext();
  const createPath = useCreatePath();
  if (!record) return null;
  // An empty name would leave a link without text, so fall back to the display name.
  const hasName = formatValue(valueAt(record, field.name), field.property) !== '';
  return (
    <Link
      component={RouterLink}
      to={own.addressOf?.(record.id) ?? createPath({ resource: resource.path, type: 'edit', id: record.id })}
      color="text.primary"
      sx={{ display: 'block', minHeight: 24, fontWeight: 600, ...wholeName }}
      onClick={(event) => event.stopPropagation()}
      onFocus={() => own.onRowFocus?.(record.id)}
    >
      {hasName ? <Cell field={field} /> : <TruncatedLine>{recordName(resource, record)}</TruncatedLine>}
    </Link>
  );
}

/** Empty state of a list; shows 'no results' instead if filters are set. */
function EmptyList() {
  const { resource } = useResourceScreen();
  const { filterValues } = useListContext();
  if (Object.keys(filterValues).length > 0) return <ListNoResults />;
  return (
    <Box sx={{ p: 3 }}>
      <Typography>Nothing here yet.</Typography>
      {resource.schema.description ? (
        <Typography color="text.secondary">{resource.schema.description}</Typography>
      ) : null}
    </Box>
  );
}

/** Checkbox of a row. react-admin's own puts the label on a wrapper, where screen readers miss it. */
function SelectRow() {
  const { resource, selectedIds = [], onToggleItem } = useListContext();
  const record = useRecordContext();
  const nameOf = useGetRecordRepresentation(resource);
  if (!record) return null;
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ input: { 'aria-label': `Select ${String(nameOf(record))}` } }}
    />
  );
}

/** Checkbox for all rows of the page; keeps the selection of other pages. */
function SelectPage() {
  const { data = [], selectedIds = [], onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  const here = selectedIds.length - others.length;
  return (
    <Checkbox
      size="small"
      checked={here > 0 && here === ids.length}
      onChange={(_event, isChecked) => onSelect(isChecked ? [...others, ...ids] : others)}
      slotProps={{ input: { 'aria-label': 'Select all rows of this page' } }}
    />
  );
}

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Keyboard shortcuts of a list (look, 'Lists'): j and k move between rows, x selects, Enter opens, and actions have
 * their own keys. Inactive in inputs and dialogs. `rowsShown` is the list's data.
 */
function useRowKeys(rowsShown: unknown): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useFocusRestore(list, rowsShown);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || capturesKeys(event.target)) return;
      const rows = rowsIn(list.current);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined) linkOf(rows[Math.min(Math.max(0, at + step), rows.length - 1)])?.focus();
      else if (event.key === 'x') boxOf(rows[at])?.click();
      else if (/^[a-z]$/.test(event.key)) pressIn(rows[at], event);
      // Links and buttons handle Enter themselves.
      else if (event.key === 'Enter' && document.activeElement === boxOf(rows[at])) linkOf(rows[at])?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return list;
}

/** Focus management: when the focused row disappears, the focus moves to the row at its position. */
function useFocusRestore(list: RefObject<HTMLDivElement | null>, rowsShown: unknown): void {
  const last = useRef<{ element: Element; at: number }>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[role=dialog]')) return;
      const at = rowsIn(list.current).findIndex((row) => row.contains(target));
      last.current = at === -1 ? undefined : { element: target, at };
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [list]);
  useEffect(() => {
    const { current: place } = last;
    if (rowsShown === undefined || !place || place.element.isConnected || document.activeElement !== document.body)
      return;
    const rows = rowsIn(list.current);
    (linkOf(rows[Math.min(place.at, rows.length - 1)]) ?? list.current)?.focus();
  }, [list, rowsShown]);
}

const rowsIn = (list: Element | null): Element[] => [...(list?.querySelectorAll('tbody tr') ?? [])];

const linkOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a');
const boxOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('input[type=checkbox]');

/** Clicks the button with this shortcut. Ignores key repeat, which would act on the next row. */
function pressIn(row: Element | undefined, event: KeyboardEvent): void {
  const button = row?.querySelector<HTMLElement>(`button[aria-keyshortcuts=${event.key}]`);
  if (!button || event.repeat) return;
  // Keeps the key from being typed into a dialog that the button opens.
  event.preventDefault();
  button.click();
}

const rows = Array.from({ length: 10 }, (_, index) => index);

/** Skeleton of a list in its final layout; invisible for the first 150 ms to avoid flashing (look, 'Loading'). */
export function ListSkeleton({ columns }: { columns: Field[] }) {
  return (
    <Table
      size="small"
      aria-busy
      aria-label="Loading"
      sx={{ animation: 'late 150ms steps(1, end)', '@keyframes late': { from: { visibility: 'hidden' } } }}
    >
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: 42 }} />
          {columns.map(({ name, label }, index) => (
            <TableCell key={name} sx={columnBreakpoint(index)}>
              {label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row}>
            <TableCell />
            {columns.map(({ name }, index) => (
              <TableCell key={name} sx={columnBreakpoint(index)}>
                <Skeleton width="70%" />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Actions at the end of a row, shown on hover and focus (look, 'Lists'). */
function RowActions() {
  const { resource, override } = useResourceScreen();
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  const acts = useRecordActions([record]).filter(
    ({ isInView }) => record !== undefined && isInView?.(record) !== false,
  );
  const [pendingAct, setPendingAct] = useState<RecordAction>();
  const { rowActions: AdditionalRowActions } = override;
  if (!record || (acts.length === 0 && !AdditionalRowActions)) return null;
  return (
    <Box
      sx={{ ...overTheEnd, '@media (hover: none)': AdditionalRowActions ? inPlace : { display: 'none' } }}
      onClick={stop}
    >
      {AdditionalRowActions ? <AdditionalRowActions /> : null}
      {acts.map((act) => {
        const actionLabel = `${act.label} ${name}`;
        if (act.action !== 'delete') {
          return (
            <Button
              key={act.label}
              size="small"
              color="inherit"
              aria-label={actionLabel}
              {...(act.key ? { 'aria-keyshortcuts': act.key, title: `${actionLabel} (${act.key})` } : {})}
              onClick={() => setPendingAct(act)}
            >
              {act.label}
            </Button>
          );
        }
        const way = override.deletePage ? { component: RouterLink, to: `/${resource.path}/${record.id}/delete` } : {};
        return (
          <IconButton key={act.label} size="small" aria-label={actionLabel} onClick={() => setPendingAct(act)} {...way}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        );
      })}
      {pendingAct ? (
        <LazyBulkDialog act={pendingAct} ids={[record.id]} onClose={() => setPendingAct(undefined)} />
      ) : null}
    </Box>
  );
}

/** Keeps clicks from opening the record. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

const overTheEnd = {
  position: 'absolute',
  // Inside the outline of a focused row.
  right: '2px',
  top: '2px',
  bottom: '3px',
  display: 'flex',
  alignItems: 'center',
  px: 1,
  // Same color as a hovered row, but opaque.
  bgcolor: 'background.paper',
  backgroundImage: 'linear-gradient(var(--hover), var(--hover))',
  boxShadow: '-12px 0 12px var(--surface-raised)',
  opacity: 0,
  pointerEvents: 'none',
  'tr:hover &, tr:focus-within &': { opacity: 1, pointerEvents: 'auto' },
};

/** Touch screens have no hover: only the list's own action is shown, all others are in the bulk toolbar. */
const inPlace = {
  position: 'static',
  opacity: 1,
  pointerEvents: 'auto',
  background: 'none',
  boxShadow: 'none',
  '& > :nth-of-type(n + 2)': { display: 'none' },
};
