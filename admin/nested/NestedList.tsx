import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import {
  Alert,
  Box,
  Button,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  Typography,
} from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { type ComponentType, useId, useState } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { PageSection } from '../frame/PageHeader.tsx';
import { fieldByName } from '../generate/catalogue.ts';
import { alignOf } from '../generate/cells.tsx';
import type { FieldComponent } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import { MoveButtons, type RowOrder, useRowOrder } from './ordering.tsx';
import type { NestedSource } from './source.ts';

const RemoveDialog = lazyComponent(async () => (await import('./RemoveDialog.tsx')).RemoveDialog, { isDialog: true });
const RowDialog = lazyComponent(async () => (await import('./RowDialog.tsx')).RowDialog, { isDialog: true });

interface NestedWords {
  title: string;
  /** Label of the add button: 'Add an address'. */
  add: string;
  /** Singular noun within a sentence: 'address'. */
  one: string;
  /** Text of the empty state. */
  none: string;
}

export interface NestedListProps {
  source: NestedSource;
  words: NestedWords;
  columns: string[];
  /** Fields of the create and edit dialogs. An empty list disables the operation. */
  formFields: { create: string[]; update: string[] };
  /** Labels that replace the schema's. */
  labels?: Record<string, string>;
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
  /** Additional buttons per row. */
  RowActions?: ComponentType<{ row: RaRecord; source: NestedSource }>;
  mayChange?: (row: RaRecord) => boolean;
  mayRemove?: (row: RaRecord) => boolean;
  /** Shown above the rows, such as a filter. */
  toolbar?: ElementSlot;
  /** Saves a new order of the rows; undefined if they have no order. */
  onReorder?: ((rows: RaRecord[]) => Promise<void>) | undefined;
}

type OpenDialog = { kind: 'add' } | { kind: 'change' | 'remove'; id: RaRecord['id'] };

/** Table of child records on their parent's page. Each is added, changed and removed on its own, at once. */
export function NestedList(props: NestedListProps) {
  const { source, words, formFields, labels = {}, cells = {}, inputs = {} } = props;
  const { resource, rows, error, total } = source;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const stop = () => setOpenDialog(undefined);
  const row = openDialog && 'id' in openDialog ? rows?.find(({ id }) => id === openDialog.id) : undefined;
  const fields = (names: string[]) =>
    names.map((name) => {
      const field = fieldByName(resource, name);
      return { ...field, label: labels[name] ?? field.label };
    });
  const canAdd = formFields.create.length > 0 && source.can('create');
  return (
    <PageSection
      title={words.title}
      actions={
        canAdd ? (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setOpenDialog({ kind: 'add' })}>
            {words.add}
          </Button>
        ) : null
      }
    >
      {props.toolbar}
      {error && !rows ? (
        <Alert severity="error" action={<Button onClick={() => void source.reload()}>Try again</Button>}>
          {error.message}
        </Alert>
      ) : null}
      {rows && total === 0 ? <Typography color="text.secondary">{words.none}</Typography> : null}
      {rows && total > 0 ? (
        <NestedTable
          {...props}
          rows={rows}
          fields={fields(props.columns)}
          cells={cells}
          onChange={({ id }) => setOpenDialog({ kind: 'change', id })}
          onRemove={({ id }) => setOpenDialog({ kind: 'remove', id })}
        />
      ) : null}
      <NestedPagination {...source} />
      {openDialog?.kind === 'add' || (openDialog?.kind === 'change' && row) ? (
        <RowDialog
          // A reload after a conflict changes the revision, which remounts the dialog.
          key={String(row?.revision)}
          source={source}
          row={row}
          title={row ? `Edit ${words.one}` : words.add}
          fields={fields(row ? formFields.update : formFields.create)}
          override={{ cells, inputs }}
          onClose={stop}
        />
      ) : null}
      {openDialog?.kind === 'remove' && row ? (
        <RemoveDialog
          source={source}
          row={row}
          one={words.one}
          fields={fields(props.columns)}
          cells={cells}
          onClose={stop}
        />
      ) : null}
    </PageSection>
  );
}

interface PagesProps {
  total: number;
  /** Zero-based. */
  page: number;
  rowsPerPage: number;
  goTo: (page: number) => void;
}

/** Pagination; hidden if there is only one page. */
function NestedPagination({ total, page, rowsPerPage, goTo }: PagesProps) {
  if (total <= rowsPerPage) return null;
  return (
    <TablePagination
      component="div"
      count={total}
      page={page}
      rowsPerPage={rowsPerPage}
      rowsPerPageOptions={[rowsPerPage]}
      onPageChange={(_event, next) => goTo(next)}
    />
  );
}

interface NestedTableProps
  extends Pick<NestedListProps, 'source' | 'words' | 'formFields' | 'RowActions' | 'onReorder'> {
  rows: RaRecord[];
  fields: Field[];
  cells: Record<string, FieldComponent | undefined>;
  mayChange?: (row: RaRecord) => boolean;
  mayRemove?: (row: RaRecord) => boolean;
  onChange: (row: RaRecord) => void;
  onRemove: (row: RaRecord) => void;
}

/** The rows with their actions. Wide tables scroll; on phones rows become cards. */
function NestedTable(props: NestedTableProps) {
  const { rows, fields, words, onReorder } = props;
  const ordering = useRowOrder(rows, onReorder);
  const hasActions =
    props.RowActions !== undefined ||
    onReorder !== undefined ||
    rows.some((row) => mayChangeRow(props, row) || mayRemoveRow(props, row));
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={words.title}
      sx={{
        overflowX: 'auto',
        mx: -2,
        mb: -2,
        // Long labels wrap rather than make the table scroll.
        '& th': { whiteSpace: 'normal' },
        '& td': { minWidth: 96 },
        '& td .MuiTypography-root': { fontSize: 'inherit' },
        '& td:first-of-type': { minWidth: 140 },
        '& tr:last-of-type td': { border: 0 },
        '@media (max-width: 599px)': cards,
      }}
    >
      {/* `display: block` removes the table semantics, so set the ARIA roles. */}
      <Table size="small" role="table">
        <TableHead role="rowgroup">
          <TableRow role="row">
            {fields.map((field) => (
              <TableCell key={field.name} role="columnheader" align={alignOf(field)}>
                {field.label}
              </TableCell>
            ))}
            {hasActions ? (
              <TableCell role="columnheader" aria-label="Actions" sx={{ ...fixed, bgcolor: 'var(--surface-sunken)' }} />
            ) : null}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {ordering.rows.map((row, index) => (
            <RecordContextProvider key={row.id} value={row}>
              <Row
                {...props}
                row={row}
                index={index}
                ordering={onReorder ? ordering : undefined}
                hasActions={hasActions}
              />
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function mayChangeRow({ formFields, mayChange = () => true, source }: NestedTableProps, row: RaRecord): boolean {
  return formFields.update.length > 0 && mayChange(row) && source.can('update', row);
}

const mayRemoveRow = ({ mayRemove = () => true, source }: NestedTableProps, row: RaRecord): boolean =>
  mayRemove(row) && source.can('delete', row);

/**
 * The column of the actions, with its head, stays visible while the table scrolls horizontally. A line separates it from
 * the columns, which end there.
 */
const fixed = { position: 'sticky', right: 0, minWidth: 0, pl: 1, borderLeft: '1px solid var(--border)' };

/** Card layout: the name, other values below with labels, and the actions at the end. */
const cards = {
  '& thead': visuallyHidden,
  '& table, & tbody': { display: 'block' },
  '& tbody tr': { display: 'block', px: 2, py: 1, borderTop: '1px solid var(--border)' },
  '& tbody td': {
    display: 'flex',
    flexDirection: 'row',
    textAlign: 'left',
    gap: 1,
    height: 'auto',
    minWidth: 0,
    px: '0 !important',
    py: 0.25,
    border: 0,
  },
  '& tbody td[data-label]:not(:first-of-type)::before': {
    content: 'attr(data-label)',
    flex: '0 0 112px',
    color: 'var(--text-soft)',
  },
  '& tbody td[data-actions]': {
    flexDirection: 'row',
    justifyContent: 'flex-end',
    flexWrap: 'wrap',
    position: 'static',
  },
  '& tbody td:empty': { display: 'none' },
};

interface RowProps extends NestedTableProps {
  row: RaRecord;
  index: number;
  ordering: RowOrder | undefined;
  /** Whether any row has actions. */
  hasActions: boolean;
}

function Row(props: RowProps) {
  const { source, row, index, fields, cells, RowActions, ordering, hasActions } = props;
  const id = useId();
  const canChange = mayChangeRow(props, row);
  const canRemove = mayRemoveRow(props, row);
  return (
    <TableRow role="row" {...ordering?.rowProps(row)}>
      {fields.map((field, column) => (
        <TableCell
          key={field.name}
          role="cell"
          align={alignOf(field)}
          data-label={field.label}
          id={column === 0 ? `${id}name` : undefined}
        >
          <ReadOnlyField field={field} source={field.name} shown={cells[field.name]} hasLabel={false} />
        </TableCell>
      ))}
      {hasActions ? (
        <TableCell
          role="cell"
          align="right"
          data-actions
          sx={{ ...fixed, whiteSpace: 'nowrap', bgcolor: 'background.paper' }}
        >
          {RowActions ? <RowActions row={row} source={source} /> : null}
          {ordering ? <MoveButtons ordering={ordering} index={index} nameId={`${id}name`} /> : null}
          {canChange ? (
            <IconButton
              size="small"
              id={`${id}change`}
              aria-label="Edit"
              aria-labelledby={`${id}change ${id}name`}
              onClick={() => props.onChange(row)}
            >
              <EditOutlined fontSize="small" />
            </IconButton>
          ) : null}
          {canRemove ? (
            <IconButton
              size="small"
              id={`${id}remove`}
              aria-label="Remove"
              aria-labelledby={`${id}remove ${id}name`}
              onClick={() => props.onRemove(row)}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          ) : null}
        </TableCell>
      ) : null}
    </TableRow>
  );
}
