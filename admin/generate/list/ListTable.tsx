import { Link } from '@mui/material';
import { DataTable, useCreatePath, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Field } from '#schemas/resource/resource.ts';
import { cells } from '../cells.tsx';
import { useDescribed } from '../described.tsx';
import { EmptyList } from '../EmptyList.tsx';
import type { FieldComponent } from '../override.ts';
import { SelectPage, SelectRow } from './SelectRows.tsx';
import type { Columns } from './useColumns.ts';

const sortableKinds = ['text', 'email', 'number', 'integer', 'boolean', 'enum', 'dateTime'];

/** The rows of a list. The first column names the record and is its link; every row can be selected. */
export function ListTable({ columns }: { columns: Columns }) {
  return (
    <DataTable
      rowClick="edit"
      bulkActionButtons={false}
      empty={<EmptyList />}
      sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' } }}
    >
      <DataTable.Col label={<SelectPage />} disableSort sx={{ width: 42, '&&': { p: 0 } }}>
        <SelectRow />
      </DataTable.Col>
      {columns.shown.map((field, index) => (
        <DataTable.Col
          key={field.name}
          source={field.name}
          label={field.label}
          disableSort={!sortableKinds.includes(field.kind)}
          align={field.kind === 'number' || field.kind === 'integer' ? 'right' : 'left'}
          sx={columns.isChosen ? undefined : { display: shownFrom(index) }}
        >
          {index === 0 ? <TitleCell field={field} /> : <Cell field={field} />}
        </DataTable.Col>
      ))}
    </DataTable>
  );
}

/** Of the usual columns two fit a phone and five a tablet; a person's own choice is scrolled instead. */
function shownFrom(index: number) {
  if (index < 2) return undefined;
  return index < 5 ? { xs: 'none', md: 'table-cell' } : { xs: 'none', lg: 'table-cell' };
}

function Cell({ field }: { field: Field }) {
  const { override } = useDescribed();
  const Shown: FieldComponent = override.cells?.[field.name] ?? cells[field.kind];
  return <Shown field={field} source={field.name} />;
}

function TitleCell({ field }: { field: Field }) {
  const { resource } = useDescribed();
  const record = useRecordContext();
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource: resource.path, type: 'edit', id: record?.id })}
      color="text.primary"
      sx={{ fontWeight: 600 }}
      onClick={(event) => event.stopPropagation()}
    >
      <Cell field={field} />
    </Link>
  );
}
