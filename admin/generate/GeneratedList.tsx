import { Card, Link } from '@mui/material';
import { CreateButton, DataTable, ListBase, Pagination, useCreatePath, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Field } from '#schemas/resource/resource.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { fieldNamed, singularOf, sortOf } from './catalogue.ts';
import { cells } from './cells.tsx';
import { useDescribed } from './described.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListBar } from './ListBar.tsx';
import type { FieldComponent } from './override.ts';

interface GeneratedListProps {
  title?: string;
  /** Instead of the schema's columns. */
  columns?: string[];
  /** Instead of the schema's filters. */
  filters?: string[];
  /** What every row must be, whatever the person filters by. */
  only?: Record<string, unknown>;
}

const rowsPerPage = 25;
const sortableKinds = ['text', 'email', 'number', 'integer', 'boolean', 'enum', 'dateTime'];

/** The list that a schema describes: its columns, search, filters and order; the whole row opens the record. */
export function GeneratedList({ title, columns, filters, only }: GeneratedListProps) {
  const { resource } = useDescribed();
  const names = columns ?? resource.columns;
  const storeKey = title ? `${resource.path}.${title}` : resource.path;
  return (
    <ListBase
      key={storeKey}
      storeKey={storeKey}
      filter={only}
      perPage={rowsPerPage}
      sort={sortOf(resource)}
      exporter={false}
    >
      <PageHead
        title={title ?? resource.label}
        trail={title ? [{ label: resource.label, to: `/${resource.path}` }] : []}
        actions={
          <CreateButton
            variant="contained"
            label={`New ${singularOf(resource).toLowerCase()}`}
            to={`/${resource.path}/new`}
          />
        }
      />
      <ListBar filters={filters ?? resource.filters} storeKey={`${storeKey}.columns`} />
      <Card sx={{ overflowX: 'auto' }}>
        <DataTable rowClick="edit" bulkActionButtons={false} empty={<EmptyList />} storeKey={`${storeKey}.columns`}>
          {names.map((name, index) => column(fieldNamed(resource, name), index))}
        </DataTable>
      </Card>
      <Pagination rowsPerPageOptions={[10, 25, 50, 100]} />
    </ListBase>
  );
}

/** The first column names the record and is its link; on narrow windows the later ones give way. */
function column(field: Field, index: number) {
  return (
    <DataTable.Col
      key={field.name}
      source={field.name}
      label={field.label}
      disableSort={!sortableKinds.includes(field.kind)}
      align={field.kind === 'number' || field.kind === 'integer' ? 'right' : 'left'}
      sx={{ display: shownFrom(index) }}
    >
      {index === 0 ? <TitleCell field={field} /> : <Cell field={field} />}
    </DataTable.Col>
  );
}

/** The first two columns fit a phone, five a tablet. */
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
