import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Report, ReportRow } from '#schemas/generated/types.ts';
import { reportColumns } from '#schemas/reports/report-config.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { Part } from '../frame/Part.tsx';
import { valueAt } from '../generate/value-at.ts';
import { say } from '../generate/value-text.ts';
import { Pages } from '../nested/Pages.tsx';
import { download, request } from '../provider/http.ts';

const rowsPerPage = 25;

interface Page {
  pagination: { total: number };
  results: Pick<ReportRow, 'id' | 'data'>[];
}

/** The rows that the report keeps, with the columns of its config, a page at a time; all of them as CSV. */
export function ReportRows({ report }: { report: Report }) {
  const notify = useNotify();
  const [page, goTo] = useState(0);
  const fields = reportColumns(report);
  const columns = fields.map(pathOf).join(',');
  const address = `/api/reports/${report.id}/view`;
  const query = new URLSearchParams({ page: String(page + 1), limit: String(rowsPerPage), columns });
  const { data, error } = useQuery({
    // A saved report may keep other rows.
    queryKey: ['reports', 'view', report.id, report.revision, query.toString()],
    queryFn: async ({ signal }): Promise<Page> => (await request(`${address}?${query}`, { signal })).json,
    placeholderData: keepPreviousData,
  });
  const { results: rows = [], pagination: { total } = { total: 0 } } = data ?? {};
  const save = () =>
    download(`${address}.csv?${new URLSearchParams({ columns })}`).catch((failure: Error) =>
      notify(`No file was made: ${failure.message}`, { type: 'error' }),
    );
  return (
    <Part
      title="Rows"
      actions={
        <Button
          size="small"
          color="inherit"
          startIcon={<FileDownloadOutlined />}
          disabled={total === 0}
          onClick={() => void save()}
        >
          All rows as CSV
        </Button>
      }
    >
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {data && total === 0 ? <Typography color="text.secondary">No rows. They come with an import.</Typography> : null}
      {total > 0 ? <Rows fields={fields} rows={rows} /> : null}
      <Pages {...{ total, page, rowsPerPage, goTo }} />
    </Part>
  );
}

const pathOf = ({ name }: Field) => `data.${name}`;

function Rows({ fields, rows }: { fields: Field[]; rows: Page['results'] }) {
  return (
    <Box tabIndex={0} role="region" aria-label="Rows" sx={{ overflowX: 'auto', mx: -2, whiteSpace: 'nowrap' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {fields.map((field) => (
              <TableCell key={field.name} align={alignOf(field)}>
                {field.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id}>
              {fields.map((field) => (
                <TableCell key={field.name} align={alignOf(field)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {say(valueAt(row, pathOf(field)), field.property)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const alignOf = ({ kind }: Field) => (kind === 'number' ? 'right' : 'left');
