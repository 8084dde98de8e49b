import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Card, type Theme, useMediaQuery } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { ListBase, type SortPayload, useGetIdentity, useListContext, useNotify, useStore } from 'react-admin';
import { Link } from 'react-router-dom';
import { isRecord } from '#schemas/forms/is-record.ts';
import { type Field, scalarKinds } from '#schemas/resource/resource.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { ImportsLink } from '../imports/ImportsLink.tsx';
import { totalOf } from '../provider/cursor-pagination.ts';
import type { ListMeta } from '../provider/expansions.ts';
import { refusedFilters } from '../provider/http.ts';
import { usePermissionCheck } from '../provider/permissions.ts';
import { useSavedViews } from '../saved-views/useSavedViews.ts';
import { ViewMenu, ViewTabs } from '../saved-views/ViewMenu.tsx';
import { countWithNoun, defaultSort, fieldByName, singularOf } from './catalogue.ts';
import { useVisible } from './field-access.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { LazyRecordPage } from './lazy-pages.ts';
import { BulkBar, ExportButton } from './list/BulkBar.tsx';
import { type Columns, ColumnsMenu, requestedColumns, useColumns } from './list/ColumnsMenu.tsx';
import { ListFoot, useAmountFields } from './list/ListFoot.tsx';
import { ListSkeleton, ListTable, type ListTableOptions } from './list/ListTable.tsx';
import type { FurtherFields } from './override.ts';
import { ResourceScreenContext, useResourceScreen } from './resource-screen.tsx';

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

type OwnListProps = Omit<ListBodyProps, 'columns'> & Pick<GeneratedListProps, 'permanentFilter'>;

/** Adds the resource's further fields, which the list then treats as those of the schema. */
function OwnList(props: OwnListProps) {
  const { override } = useResourceScreen();
  const [stored] = useStore<{ filter?: Record<string, unknown> } | undefined>(props.storeKey);
  if (!override.furtherFields) return <RequestedList {...props} />;
  const { filter, Provider } = override.furtherFields;
  return (
    <Provider value={{ ...stored?.filter, ...props.permanentFilter }[filter]}>
      {(further) => <ExtendedList further={further} {...props} />}
    </Provider>
  );
}

function ExtendedList({ further, ...props }: OwnListProps & { further: FurtherFields }) {
  const screen = useResourceScreen();
  const extended = useMemo(() => {
    const { resource, override } = screen;
    if (further.fields.length === 0) return screen;
    return {
      resource: { ...resource, fields: [...resource.fields, ...further.fields] },
      override: { ...override, cells: { ...override.cells, ...further.cells } },
    };
  }, [screen, further]);
  return (
    <ResourceScreenContext value={extended}>
      <RequestedList {...props} />
    </ResourceScreenContext>
  );
}

/**
 * Requests what the shown columns need with the rows, so that the list is a single request: referenced records
 * (`populate`), fields that rows omit by default, and sums.
 */
function RequestedList({ permanentFilter, ...body }: OwnListProps) {
  const { resource, override } = useResourceScreen();
  const isVisible = useVisible();
  const notify = useNotify();
  const columns = useColumns({ storeKey: body.storeKey, usual: body.usualColumns });
  const compact = (override.compactFields ?? []).map((name) => fieldByName(resource, name)).filter(isVisible);
  const populate = [...new Set([...columns.shown, ...compact])].filter(({ kind }) => kind === 'reference');
  const meta: ListMeta = {
    populate: populate.map(({ name }) => name),
    sum: useAmountFields().map(({ name }) => name),
    columns: requestedColumns(resource, columns.shown, isVisible),
  };
  return (
    <ListBase
      storeKey={body.storeKey}
      filter={permanentFilter}
      perPage={rowsPerPage}
      sort={body.sort}
      exporter={false}
      queryOptions={{
        meta,
        onError: (error) => {
          // The list itself explains a refused filter.
          if (refusedFilters(error).size === 0) notify(error.message, { type: 'error' });
        },
      }}
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
  const { error, data, isPending } = useListContext();
  const isMissing = error && !data;
  useSortFallback();
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
            <ImportsLink />
            <ViewMenu saved={saved} />
            <ColumnsMenu columns={columns} />
            <ExportButton label="Export…" columns={columns.shown} />
            <NewButton />
          </Box>
        }
      />
      <ViewTabs saved={saved} />
      <FilterBar named={filters} own={ownFilters} />
      {/* `clip`, not `hidden`: the latter creates a scroll container, which breaks the sticky header. */}
      <Card sx={{ overflow: 'clip', minWidth: 0 }} onPointerEnter={preloadPages} onFocus={preloadPages}>
        {isMissing ? (
          <ListError />
        ) : isPending ? (
          <ListSkeleton columns={columns} />
        ) : (
          <ListTable columns={columns} own={own} />
        )}
        <BulkBar columns={columns.shown} />
      </Card>
      {isMissing ? null : <ListFoot />}
      <MatchCount />
    </>
  );
}

/** Announces the number of matches to screen readers after a search, sort or filter. */
function MatchCount() {
  const { resource } = useResourceScreen();
  const { total, meta, isFetching, filterValues, sort } = useListContext();
  const count = total ?? totalOf({ meta });
  return (
    <Box component="p" role="status" sx={visuallyHidden}>
      {count === undefined || isFetching ? null : (
        <span key={JSON.stringify([filterValues, sort])}>
          {`${total === undefined ? 'More than ' : ''}${countWithNoun(resource, count)}`}
        </span>
      )}
    </Box>
  );
}

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

/** Error state of a list. A refused filter can be removed. */
function ListError() {
  const { resource } = useResourceScreen();
  const { error, refetch, filterValues, setFilters } = useListContext();
  const refused = [...refusedFilters(error)].filter(([name]) => Object.hasOwn(filterValues, name));
  if (refused.length === 0) return <LoadError subject={resource.label} error={error} onRetry={refetch} />;
  const remove = (names: string[]) =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => !names.includes(name))));
  return (
    <Alert severity="warning">
      {refused.map(([name, { message }]) => (
        <Box key={name} sx={{ mb: 1 }}>
          <span>{message}</span>
          <Box>
            <Button color="inherit" size="small" onClick={() => remove([name])} sx={{ ml: -0.5 }}>
              {`Remove filter: ${resource.fields.find((field) => field.name === name)?.label ?? name}`}
            </Button>
          </Box>
        </Box>
      ))}
    </Alert>
  );
}

/**
 * Follows the provider's fallback for a refused sort: the list takes over the default sort and says so, with the number
 * of matches that such a sort is limited to.
 */
function useSortFallback(): void {
  const { resource } = useResourceScreen();
  const { meta, setSort } = useListContext();
  const notify = useNotify();
  const refused: unknown = isRecord(meta) ? meta.refusedSort : undefined;
  const follow = useEffectEvent(() => {
    const sort = defaultSort(resource);
    const label = fieldByName(resource, sort.field).label;
    const isKnown = resource.fields.some(({ name, kind }) => name === refused && scalarKinds.includes(kind));
    setSort(sort);
    const reason = isKnown
      ? `Over ${countWithNoun(resource, maxUnindexed)} match`
      : 'Its previous sort order no longer exists';
    notify(`${reason}, so the list is sorted by ${label}`, { type: 'info' });
  });
  useEffect(() => {
    if (typeof refused === 'string') follow();
  }, [refused]);
}

/** The most records that the API sorts without an index (design 3). */
const maxUnindexed = 10_000;
