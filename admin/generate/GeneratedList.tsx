import { Box, Card } from '@mui/material';
import { CreateButton, ListBase, Pagination, useGetIdentity, useListContext } from 'react-admin';
import { PageHead } from '../frame/PageHead.tsx';
import { useSavedViews } from '../saved-views/useSavedViews.ts';
import { ViewsMenu } from '../saved-views/ViewsMenu.tsx';
import { singularOf, sortOf } from './catalogue.ts';
import { useDescribed } from './described.tsx';
import { AskForFilter, ListBar } from './ListBar.tsx';
import { BulkBar } from './list/BulkBar.tsx';
import { ColumnsMenu } from './list/ColumnsMenu.tsx';
import { ExportButton } from './list/ExportButton.tsx';
import { ListError } from './list/ListError.tsx';
import { ListTable } from './list/ListTable.tsx';
import { useColumns } from './list/useColumns.ts';

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

/** The list that a schema describes: its columns, search, filters and order; the whole row opens the record. */
export function GeneratedList({ title, columns, filters, only }: GeneratedListProps) {
  const { resource } = useDescribed();
  const { identity } = useGetIdentity();
  if (!identity) return null;
  const list = title ? `${resource.path}/${title}` : resource.path;
  // What a person does to a list is that person's, also where several use one browser.
  const storeKey = `${identity.id}.${list}`;
  return (
    <ListBase
      key={storeKey}
      storeKey={storeKey}
      filter={only}
      perPage={rowsPerPage}
      sort={sortOf(resource)}
      exporter={false}
    >
      <ListBody
        title={title}
        list={list}
        storeKey={storeKey}
        usualColumns={columns ?? resource.columns}
        filters={filters ?? resource.filters}
      />
    </ListBase>
  );
}

interface ListBodyProps {
  title: string | undefined;
  list: string;
  storeKey: string;
  usualColumns: string[];
  filters: string[];
}

function ListBody({ title, list, storeKey, usualColumns, filters }: ListBodyProps) {
  const { resource } = useDescribed();
  const { error, data } = useListContext();
  const isMissing = error && !data;
  const columns = useColumns({ storeKey, usual: usualColumns });
  const names = columns.shown.map(({ name }) => name);
  const usual = { filter: {}, sort: sortOf(resource), columns: usualColumns, perPage: rowsPerPage };
  const saved = useSavedViews({ list, storeKey, usual, columns: names, chooseColumns: columns.choose });
  return (
    <>
      <PageHead
        title={title ?? resource.label}
        trail={title ? [{ label: resource.label, to: `/${resource.path}` }] : []}
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
            <AskForFilter filters={filters} />
            <ViewsMenu saved={saved} />
            <ColumnsMenu columns={columns} />
            <ExportButton label="Export CSV" columns={columns.shown} />
            <CreateButton
              variant="contained"
              label={`New ${singularOf(resource).toLowerCase()}`}
              to={`/${resource.path}/new`}
            />
          </Box>
        }
      />
      <ListBar key={saved.shows} filters={filters} />
      <Card>
        <BulkBar columns={columns.shown} />
        {isMissing ? <ListError /> : <ListTable columns={columns} />}
      </Card>
      {isMissing ? null : <Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
    </>
  );
}
