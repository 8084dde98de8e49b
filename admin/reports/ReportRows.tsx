import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import {
  Alert,
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  Typography,
} from '@mui/material';
import type { RaRecord } from 'react-admin';
import { useNotify, useRecordContext } from 'react-admin';
import type { Report } from '#schemas/generated/types.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { Part } from '../frame/Part.tsx';
import { say } from '../generate/said.ts';
import { useNested } from '../nested/useNested.ts';
import { download } from '../provider/http.ts';
import { reportColumns } from './report-columns.ts';

/** The rows of the report's kind, a page at a time; all of them as CSV. */
export function ReportRows() {
  const report = useRecordContext<Report>();
  const notify = useNotify();
  const source = useNested('ReportRow');
  const { rows = [], total, error, page, rowsPerPage } = source;
  const data = source.resource.fields.find(({ name }) => name === 'data');
  const columns = reportColumns(report, fieldsOf(data?.property ?? {}, 'ReportRow/data'));
  const save = () =>
    download(`${source.address}.csv`).catch((failure: Error) =>
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
      {source.rows && total === 0 ? (
        <Typography color="text.secondary">No rows yet. They come with an import.</Typography>
      ) : null}
      {total > 0 ? (
        <Box tabIndex={0} role="region" aria-label="Rows" sx={{ overflowX: 'auto', mx: -2 }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {columns.map((field) => (
                  <TableCell key={field.name} align={alignOf(field)}>
                    {field.label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={row.id} sx={row.hidden ? { opacity: 0.6 } : {}}>
                  {columns.map((field) => (
                    <TableCell key={field.name} align={alignOf(field)} sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {say(dataOf(row)[field.name], field.property)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      ) : null}
      {total > rowsPerPage ? (
        <TablePagination
          component="div"
          count={total}
          page={page}
          rowsPerPage={rowsPerPage}
          rowsPerPageOptions={[rowsPerPage]}
          onPageChange={(_event, next) => source.goTo(next)}
        />
      ) : null}
    </Part>
  );
}

const alignOf = ({ kind }: Field) => (kind === 'number' ? 'right' : 'left');

const dataOf = (row: RaRecord): Partial<Record<string, unknown>> => Object(row.data);
