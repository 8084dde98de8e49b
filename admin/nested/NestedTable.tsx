import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, IconButton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useId } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { alignOf } from '../generate/cells.tsx';
import type { FieldComponent } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import type { NestedListProps } from './NestedList.tsx';
import { MoveButtons, type RowOrder, useRowOrder } from './ordering.tsx';

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
export function NestedTable(props: NestedTableProps) {
  const { rows, fields, words, onReorder } = props;
  const ordering = useRowOrder(rows, onReorder);
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={words.title}
      sx={{
        overflowX: 'auto',
        mx: -2,
        mb: -2,
        '& td': { minWidth: 96 },
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
            <TableCell role="columnheader" aria-label="Actions" />
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {ordering.rows.map((row, index) => (
            <RecordContextProvider key={row.id} value={row}>
              <Row {...props} row={row} index={index} ordering={onReorder ? ordering : undefined} />
            </RecordContextProvider>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

/** Card layout: the name, other values below with labels, and the actions at the end. */
const cards = {
  '& thead': visuallyHidden,
  '& table, & tbody': { display: 'block' },
  '& tbody tr': { display: 'block', px: 2, py: 1, borderTop: '1px solid var(--border)' },
  '& tbody td': { display: 'flex', gap: 1, height: 'auto', minWidth: 0, px: '0 !important', py: 0.25, border: 0 },
  '& tbody td[data-label]:not(:first-of-type)::before': {
    content: 'attr(data-label)',
    flex: '0 0 112px',
    color: 'var(--text-soft)',
  },
  '& tbody td:last-of-type': { flexDirection: 'row', justifyContent: 'flex-end', flexWrap: 'wrap', position: 'static' },
  '& tbody td:empty': { display: 'none' },
};

interface RowProps extends NestedTableProps {
  row: RaRecord;
  index: number;
  ordering: RowOrder | undefined;
}

function Row({ source, row, index, fields, cells, formFields, RowActions, ordering, ...props }: RowProps) {
  const { mayChange = () => true, mayRemove = () => true } = props;
  const id = useId();
  const canChange = formFields.update.length > 0 && mayChange(row) && source.can('update', row);
  const canRemove = mayRemove(row) && source.can('delete', row);
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
      <TableCell
        role="cell"
        align="right"
        // Sticky, so that actions stay visible while scrolling horizontally.
        sx={{ whiteSpace: 'nowrap', position: 'sticky', right: 0, bgcolor: 'background.paper' }}
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
    </TableRow>
  );
}
