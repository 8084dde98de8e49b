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
  useMediaQuery,
} from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { type ReactElement, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  DataTable,
  ListNoResults,
  type RaRecord,
  useCreatePath,
  useDataTableCallbacksContext,
  useDataTableRenderContext,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { isRecord } from '#schemas/forms/is-record.ts';
import { type Field, scalarKinds } from '#schemas/resource/resource.ts';
import { withCaseOf } from '#schemas/searching/search-results.ts';
import { fieldByName, recordName } from '../catalogue.ts';
import { alignOf, cells, TruncatedLine } from '../cells.tsx';
import { formatValue } from '../format-value.ts';
import type { FieldComponent } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { valueAt } from '../useFieldValue.ts';
import { LazyBulkDialog } from './BulkBar.tsx';
import type { Columns } from './ColumnsMenu.tsx';
import { type RecordAction, useRecordActions } from './useRecordActions.ts';

/** Customization of a list's table. */
export interface ListTableOptions {
  /** Link target of a row; defaults to the record's page. */
  addressOf?: (id: RaRecord['id']) => string;
  /** Replaces the empty state. */
  empty?: ReactElement;
}

/** Table of a list. The first column links to the record; each row has a checkbox and actions. */
export function ListTable({ columns, own }: { columns: Columns; own: ListTableOptions }) {
  const { isChosen } = columns;
  const { isPlaceholderData = false, data } = useListContext();
  const { isCompact, shown } = useLayout(columns);
  const rows = useRowKeys(data);
  return (
    <Box ref={rows} tabIndex={-1} aria-busy={isPlaceholderData} sx={{ outline: 0 }}>
      <DataTable
        rowClick={own.addressOf ?? 'edit'}
        bulkActionButtons={false}
        empty={
          <>
            <SearchSuggestion />
            {own.empty ?? <EmptyList />}
          </>
        }
        sx={{ ...table(isPlaceholderData), ...(isChosen ? scrolledBelow(shown.length * 136) : {}) }}
      >
        <DataTable.Col label={<SelectPage />} disableSort sx={{ width: 42, '&&': { p: 0 } }}>
          <SelectRow />
        </DataTable.Col>
        {shown.map((field, index) => (
          <Column
            key={field.name}
            field={field}
            title={index === 0 ? { ...own, isCompact } : undefined}
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

/** Narrow screens show one column if the resource has `compactFields`, unless the user has chosen columns. */
function useLayout({ shown, isChosen }: Columns) {
  const { override } = useResourceScreen();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const isCompact = isNarrow && !isChosen && override.compactFields !== undefined;
  return { isCompact, shown: isCompact ? shown.slice(0, 1) : shown };
}

type TitleOptions = ListTableOptions & { isCompact: boolean };

function Column({ field, title, sx }: { field: Field; title: TitleOptions | undefined; sx: SxProps<Theme> }) {
  const isHead = useDataTableRenderContext() === 'header';
  const { sort } = useListContext();
  // react-admin shows a sort arrow but sets no aria-sort.
  const isSorted = isHead && sort.field === field.name;
  return (
    <DataTable.Col
      source={field.name}
      label={field.label}
      disableSort={!scalarKinds.includes(field.kind)}
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
    // Long labels wrap before a column is cut off.
    whiteSpace: 'normal',
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

/** The name of a record as a link to it. In the compact layout, other fields of the record follow beside and below it. */
function TitleCell({ field, own }: { field: Field; own: TitleOptions }) {
  const { resource, override } = useResourceScreen();
  if (!own.isCompact) return <TitleLink field={field} own={own} sx={wholeName} />;
  const others = (override.compactFields ?? []).map((name) => fieldByName(resource, name));
  const isNumber = (each: Field) => alignOf(each) === 'right';
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
        <TitleLink field={field} own={own} sx={{ minWidth: 0, overflow: 'hidden' }} />
        {others.filter(isNumber).map((each) => (
          <Cell key={each.name} field={each} />
        ))}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          color: 'text.secondary',
          // An empty value takes no room, such as the client of a draft.
          '& > :has(> :empty:only-child)': { display: 'none' },
        }}
      >
        {others
          .filter((each) => !isNumber(each))
          .map((each) => (
            <Cell key={each.name} field={each} />
          ))}
      </Box>
    </Box>
  );
}

interface TitleLinkProps {
  field: Field;
  own: ListTableOptions;
  sx: object;
}

function TitleLink({ field, own, sx }: TitleLinkProps) {
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
      sx={{ display: 'block', minHeight: 24, fontWeight: 600, ...sx }}
      onClick={(event) => event.stopPropagation()}
    >
      {hasName ? <Cell field={field} /> : <TruncatedLine>{recordName(resource, record)}</TruncatedLine>}
    </Link>
  );
}

/** Offers a similar search that finds something, if a search finds nothing: 'Nothing for Heler. Heller?' */
function SearchSuggestion() {
  const { meta, filterValues, setFilters, isPlaceholderData } = useListContext();
  const suggestion: unknown = isRecord(meta) ? meta.suggestion : undefined;
  const { q: question }: Record<string, unknown> = filterValues;
  if (typeof suggestion !== 'string' || typeof question !== 'string' || isPlaceholderData) return null;
  const next = withCaseOf(question, suggestion);
  return (
    <Box role="status" sx={{ px: 2, pt: 2 }}>
      <span>{`Nothing for ${question}.`}</span>
      <Button size="small" onClick={() => setFilters({ ...filterValues, q: next })}>
        {`${next}?`}
      </Button>
    </Box>
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

/**
 * Checkbox of a row; Shift selects the rows since the last one. react-admin's own puts the label on a wrapper, where
 * screen readers miss it.
 */
function SelectRow() {
  const { resource, selectedIds = [] } = useListContext();
  const { handleToggleItem } = useDataTableCallbacksContext();
  const record = useRecordContext();
  const nameOf = useGetRecordRepresentation(resource);
  if (!record) return null;
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      // A change event does not tell whether Shift is pressed.
      onClick={(event) => {
        event.stopPropagation();
        handleToggleItem?.(record.id, event);
      }}
      slotProps={{ input: { readOnly: true, 'aria-label': `Select ${String(nameOf(record))}` } }}
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
      else if (event.key === 'x' || event.key === 'X') toggleRow(rows[at], event);
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

const toggleRow = (row: Element | undefined, { shiftKey }: KeyboardEvent) =>
  boxOf(row)?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));

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
export function ListSkeleton({ columns }: { columns: Columns }) {
  const { shown } = useLayout(columns);
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
          {shown.map(({ name, label }, index) => (
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
            {shown.map(({ name }, index) => (
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
      sx={{ ...atTheEnd, '@media (hover: none)': AdditionalRowActions ? inPlace : { display: 'none' } }}
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

/** A column of their own, so that they never cover another cell. */
const atTheEnd = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  whiteSpace: 'nowrap',
  opacity: 0,
  pointerEvents: 'none',
  'tr:hover &, tr:focus-within &': { opacity: 1, pointerEvents: 'auto' },
};

/** Touch screens have no hover: only the list's own action is shown, all others are in the bulk toolbar. */
const inPlace = { opacity: 1, pointerEvents: 'auto', '& > :nth-of-type(n + 2)': { display: 'none' } };

const busy =
  'dialog, input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=dialog], [role=menu]';

/** Whether the focused element handles keys itself, so that shortcuts must not fire. */
const capturesKeys = (target: EventTarget | null) => target instanceof Element && target.closest(busy) !== null;
