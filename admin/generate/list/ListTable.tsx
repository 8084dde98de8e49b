import { Box, Link, type SxProps, type Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import type { ComponentType, ReactElement } from 'react';
import {
  DataTable,
  type RaRecord,
  useCreatePath,
  useDataTableRenderContext,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { isSortServed } from '#schemas/resource/indexes.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { nameOf } from '../catalogue.ts';
import { alignOf, cells, OneLine } from '../cells.tsx';
import { useDescribed } from '../described.tsx';
import { EmptyList } from '../EmptyList.tsx';
import { givenBy } from '../filters/conditions.ts';
import type { FieldComponent } from '../override.ts';
import { valueAt } from '../value-at.ts';
import { say } from '../value-text.ts';
import { RowActions } from './RowActions.tsx';
import { SelectPage, SelectRow } from './SelectRows.tsx';
import type { Columns } from './useColumns.ts';
import { useRowKeys } from './useRowKeys.ts';

/** What of its table a list has otherwise. */
export interface OwnParts {
  /** Where a row leads; else to the record's page. */
  addressOf?: (id: RaRecord['id']) => string;
  /** What is there instead of rows. */
  empty?: ReactElement;
  /** Stands beside the rows. */
  beside?: ComponentType;
  /** Called when a row gets the focus. */
  onRowFocus?: (id: RaRecord['id']) => void;
}

/** The rows of a list. The first column names the record and is its link; every row can be selected. */
export function ListTable({ columns: { shown, isChosen }, own }: { columns: Columns; own: OwnParts }) {
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
            sx={isChosen ? {} : shownFrom(index)}
          />
        ))}
        <DataTable.Col label={<span style={visuallyHidden}>Actions</span>} disableSort sx={noRoom}>
          <RowActions />
        </DataTable.Col>
      </DataTable>
    </Box>
  );
}

function Column({ field, title, sx }: { field: Field; title: OwnParts | undefined; sx: SxProps<Theme> }) {
  const isHead = useDataTableRenderContext() === 'header';
  const { resource } = useDescribed();
  const { sort, filter, filterValues } = useListContext();
  // react-admin sorts and draws the arrow, but tells it to nobody who hears the table.
  const isSorted = isHead && sort.field === field.name;
  return (
    <DataTable.Col
      source={field.name}
      label={field.label}
      disableSort={!isSortServed(resource, [field.name], givenBy({ ...filterValues, ...filter }))}
      align={alignOf(field)}
      sx={sx}
      {...(isSorted ? { 'aria-sort': sort.order === 'ASC' ? 'ascending' : 'descending' } : {})}
    >
      {title ? <TitleCell field={field} own={title} /> : <Cell field={field} />}
    </DataTable.Col>
  );
}

/**
 * The head stays in sight under the bar of the frame; the row with the focus is outlined, and never below the head. Rows
 * of before are soft until those that were asked for come.
 */
const table = (isStale: boolean) => ({
  containerType: 'inline-size',
  // A border stays behind when the head does not.
  '& .RaDataTable-headerCell': {
    top: 'var(--under-bar)',
    borderBottom: 0,
    boxShadow: 'inset 0 -1px var(--border)',
    // A long label would push the values beside it out of a narrow window.
    whiteSpace: { xs: 'normal', md: 'nowrap' },
  },
  // Soft by its colour, which reads as well as anything soft (portal/look/tokens.css).
  ...(isStale ? { '& tbody :is(td, td *)': { color: 'text.secondary', transition: 'color 100ms 150ms' } } : {}),
  '& tbody tr': { position: 'relative' },
  '& tbody tr:has(a:focus-visible)': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '& tbody a': { scrollMarginTop: 'calc(var(--under-bar) + 56px)', scrollMarginBottom: '56px' },
  '& tbody a:focus-visible': { outline: 0 },
});

/** Columns that a person chose are all there, each wide enough to be read: where they do not fit, the table has its own bars. */
const scrolledBelow = (width: number) => ({
  '& .RaDataTable-table': { minWidth: width },
  [`@container (max-width: ${width - 1}px)`]: {
    '& .RaDataTable-tableWrapper': { overflow: 'auto', maxHeight: '80vh' },
    '& .RaDataTable-headerCell': { top: 0 },
  },
});

const noRoom: SxProps<Theme> = { width: 0, '&&': { p: 0 } };

/** Of the usual columns two fit a phone and five a tablet. */
export function shownFrom(index: number): SxProps<Theme> {
  if (index < 2) return {};
  return { display: index < 5 ? { xs: 'none', md: 'table-cell' } : { xs: 'none', lg: 'table-cell' } };
}

function Cell({ field }: { field: Field }) {
  const { override } = useDescribed();
  const Shown: FieldComponent = override.cells?.[field.name] ?? cells[field.kind];
  return <Shown field={field} source={field.name} />;
}

/** A name is there whole, as far as a name goes: other columns give way before it. */
const wholeName = {
  '& > span': { gridTemplateColumns: 'max-content' },
  '& > span > span': { maxWidth: { xs: '18ch', md: '28ch' } },
};

function TitleCell({ field, own }: { field: Field; own: OwnParts }) {
  const { resource } = useDescribed();
  const record = useRecordContext();
  const createPath = useCreatePath();
  if (!record) return null;
  // Without a word in it there would be no link to press.
  const hasName = say(valueAt(record, field.name), field.property) !== '';
  return (
    <Link
      component={RouterLink}
      to={own.addressOf?.(record.id) ?? createPath({ resource: resource.path, type: 'edit', id: record.id })}
      color="text.primary"
      sx={{ display: 'block', minHeight: 24, fontWeight: 600, ...wholeName }}
      onClick={(event) => event.stopPropagation()}
      onFocus={() => own.onRowFocus?.(record.id)}
    >
      {hasName ? <Cell field={field} /> : <OneLine>{nameOf(resource, record)}</OneLine>}
    </Link>
  );
}
