import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { newReportQuery } from '#schemas/reports/report-settings.ts';
import { listOf, recordOf } from '../api/queries.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { ListBody } from '../lists/ListBody.tsx';
import { pageSize, useListState, useRowSelection } from '../lists/listState.ts';
import { SearchField } from '../lists/SearchField.tsx';
import { buttonClass } from '../look/Button.tsx';
import { DataTable, updatedColumn } from '../look/DataTable.tsx';
import { EmptyState } from '../look/EmptyState.tsx';
import { RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { GroupTable } from './GroupTable.tsx';
import { ReportView } from './ReportView.tsx';

/** Loaded when the first row is selected. */
const SelectionBar = lazyComponent(async () => (await import('../lists/SelectionBar.tsx')).SelectionBar);

/** The list of reports or one report, in one chunk, because both need the same code. */
export function ReportsRoute() {
  const { reportId } = useParams();
  return reportId === undefined ? <ReportsPage /> : <ReportPage id={reportId} />;
}

function ReportPage({ id }: { id: string }) {
  const { user, ability } = useSignedIn();
  const [params] = useSearchParams();
  const { data: report, error, refetch } = useQuery(recordOf('reports', id));
  if (!report && error) return <RecordNotFound thing="report" all=".." error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton lines={8} />;
  return (
    <ReportView
      key={report.id}
      report={report}
      user={user}
      head={(actions: ElementSlot) => (
        <PageHead
          title={report.name}
          actions={
            <>
              {actions}
              {ability.can('create', 'Report') && (
                <a className={buttonClass()} href={`/admin/reports/new?${newReportQuery(report, params)}`}>
                  Save this view as a report
                </a>
              )}
            </>
          }
        />
      )}
      Chart={GroupTable}
    />
  );
}

/** The list of reports. Each shows only rows that the reader may see. */
function ReportsPage() {
  const { page, search, sort, change, hrefOfPage, onSort } = useListState('name');
  const query = { search, sort };
  const list = useQuery(listOf('reports', { ...query, page: page + 1, limit: pageSize }));
  const { selection, onSelect, checkboxes } = useRowSelection(query);
  return (
    <>
      <PageHead title="Reports" />
      <ListBody
        filters={<SearchField label="Search by name" value={search} onSearch={(text) => change({ search: text })} />}
        list={list}
        page={page}
        things="reports"
        hrefOfPage={hrefOfPage}
        empty={
          <EmptyState title={search ? 'No matching reports' : 'No reports yet'}>
            {search
              ? `No reports match “${search}”.`
              : 'Reports about your orders appear here once an administrator creates one.'}
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <DataTable
            caption="Reports"
            columns={[
              { key: 'name', title: 'Name', sort: 'name', cell: ({ name }) => name },
              { ...updatedColumn, sort: 'updatedAt' },
            ]}
            rows={rows}
            hrefOf={({ id }) => `/reports/${id}`}
            sort={sort}
            onSort={onSort}
            isStale={isStale}
            selection={checkboxes(rows, ({ name }) => name)}
          />
        )}
      </ListBody>
      {selection && (
        <SelectionBar
          things="reports"
          path="reports"
          page={list.data}
          csv={{ columns: 'name,kind,createdAt,updatedAt' }}
          {...{ selection, onSelect, query }}
        />
      )}
    </>
  );
}
