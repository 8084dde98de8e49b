import Add from '@mui/icons-material/Add';
import { Box, Button, Card, type Theme, Typography, useMediaQuery } from '@mui/material';
import { ListBase, Pagination, type SortPayload, useGetIdentity, useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Field } from '#schemas/resource/resource.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { totalOf } from '../provider/cursor-pagination.ts';
import { usePermissionCheck } from '../provider/permissions.ts';
import { useSavedViews } from '../saved-views/useSavedViews.ts';
import { ViewMenu, ViewTabs } from '../saved-views/ViewMenu.tsx';
import { defaultSort, singularOf } from './catalogue.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { LazyRecordPage } from './lazy-pages.ts';
import { BulkBar, ExportButton } from './list/BulkBar.tsx';
import { type Columns, ColumnsMenu, useColumns } from './list/ColumnsMenu.tsx';
import { ListSkeleton, ListTable, type ListTableOptions } from './list/ListTable.tsx';
import { useResourceScreen } from './resource-screen.tsx';

interface GeneratedListProps {
  title?: string;
  /** Replaces the schema's columns. */
  columns?: string[];
  /** Replaces the schema's filters. */
  filters?: string[];
  /** Permanent filter, in addition to the user's. */
  permanentFilter?: Record<string, unknown>;
  /** Filters that are query keys of the API rather than fields; shown first. */
  ownFilters?: Field[];
  /** Replaces the schema's sort order. */
  sort?: SortPayload;
  /** Customizes the table. */
  own?: ListTableOptions;
}

const rowsPerPage = 25;

/** Preloads the record page's code while the pointer is over the rows, so that opening one only waits for data. */
const preloadPages = () => void LazyRecordPage.preload();

/**
 * Generated list of a resource: columns, search, filters and sort order from its schema. A click on a row opens the
 * record.
 */
export function GeneratedList({
  title,
  columns,
  filters,
  permanentFilter,
  ownFilters = [],
  sort,
  own = {},
}: GeneratedListProps) {
  const { resource } = useResourceScreen();
  const { identity } = useGetIdentity();
  if (!identity) return null;
  const list = title ? `${resource.path}/${title}` : resource.path;
  // List settings are stored per user, since several may share a browser.
  const storeKey = `${identity.id}.${list}`;
  const usual = {
    usualColumns: columns ?? resource.columns,
    filters: filters ?? resource.filters,
    sort: sort ?? defaultSort(resource),
  };
  return <OwnList key={storeKey} {...{ title, list, storeKey, permanentFilter, ownFilters, own, ...usual }} />;
}

/** Expands the references of the shown columns (`populate`), so that the list is a single request. */
function OwnList({
  permanentFilter,
  ...body
}: Omit<ListBodyProps, 'columns'> & Pick<GeneratedListProps, 'permanentFilter'>) {
  const columns = useColumns({ storeKey: body.storeKey, usual: body.usualColumns });
  const populate = columns.shown.filter(({ kind }) => kind === 'reference').map(({ name }) => name);
  return (
    <ListBase
      storeKey={body.storeKey}
      filter={permanentFilter}
      perPage={rowsPerPage}
      sort={body.sort}
      exporter={false}
      queryOptions={{ meta: { populate } }}
    >
      <ListBody {...body} columns={columns} />
    </ListBase>
  );
}

interface ListBodyProps {
  title: string | undefined;
  columns: Columns;
  list: string;
  storeKey: string;
  usualColumns: string[];
  filters: string[];
  ownFilters: Field[];
  sort: SortPayload;
  own: ListTableOptions;
}

function ListBody({ title, columns, list, storeKey, usualColumns, filters, ownFilters, sort, own }: ListBodyProps) {
  const { resource, override } = useResourceScreen();
  const { listActions: ListActions } = override;
  const { sidePanel: Beside } = own;
  const { error, data, isPending } = useListContext();
  const isMissing = error && !data;
  const names = columns.shown.map(({ name }) => name);
  const usual = { filter: {}, sort, columns: usualColumns, perPage: rowsPerPage };
  const saved = useSavedViews({ list, storeKey, usual, columns: names, chooseColumns: columns.choose });
  return (
    <>
      <PageHeader
        title={title ?? resource.label}
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
            {ListActions ? <ListActions /> : null}
            <ViewMenu saved={saved} />
            <ColumnsMenu columns={columns} />
            <ExportButton label="Export CSV" columns={columns.shown} />
            <NewButton />
          </Box>
        }
      />
      <ViewTabs saved={saved} />
      <FilterBar named={filters} own={ownFilters} />
      {/* `clip`, not `hidden`: the latter creates a scroll container, which breaks the sticky header. */}
      <Box sx={Beside ? besideRows : {}}>
        <Card sx={{ overflow: 'clip', flex: 1, minWidth: 0 }} onPointerEnter={preloadPages} onFocus={preloadPages}>
          {isMissing ? (
            <ListError />
          ) : isPending ? (
            <ListSkeleton columns={columns.shown} />
          ) : (
            <ListTable columns={columns} own={own} />
          )}
          <BulkBar columns={columns.shown} />
        </Card>
        {Beside ? <Beside /> : null}
      </Box>
      {isMissing ? null : <ListFoot />}
    </>
  );
}

/** At the right of the rows; covers them on a phone. */
const besideRows = { display: 'flex', alignItems: 'flex-start', gap: 2 };

function NewButton() {
  const { resource } = useResourceScreen();
  const canCreate = usePermissionCheck()({ action: 'create', resource: resource.path });
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const label = `New ${singularOf(resource).toLowerCase()}`;
  if (!canCreate) return null;
  return (
    <Button
      variant="contained"
      size="small"
      startIcon={<Add />}
      component={Link}
      to={`/${resource.path}/new`}
      aria-label={label}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {isPhone ? 'New' : label}
    </Button>
  );
}

function ListFoot() {
  const { override } = useResourceScreen();
  const { data = [], page, perPage, total, meta } = useListContext();
  const atLeast = total === undefined ? totalOf({ meta }) : undefined;
  const first = (page - 1) * perPage;
  const rows = `${(first + 1).toLocaleString('en-US')}–${(first + data.length).toLocaleString('en-US')}`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end' }}>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ mr: 'auto', display: { xs: 'none', md: 'block' }, '@media (hover: none)': { display: 'none' } }}
      >
        <kbd>j</kbd> and <kbd>k</kbd> move between rows, <kbd>x</kbd> selects, <kbd>Enter</kbd> opens
        {(override.decisions ?? []).map(({ key, label }) => (
          <span key={key}>
            , <kbd>{key}</kbd> is <span>{label}</span>
          </span>
        ))}
      </Typography>
      <Pagination
        rowsPerPageOptions={[10, 25, 50, 100]}
        {...(atLeast ? { labelDisplayedRows: () => `${rows} of more than ${atLeast.toLocaleString('en-US')}` } : {})}
      />
    </Box>
  );
}

/** Error state of a list. */
function ListError() {
  const { resource } = useResourceScreen();
  const { error, refetch } = useListContext();
  return <LoadError subject={resource.label} error={error} onRetry={refetch} />;
}
