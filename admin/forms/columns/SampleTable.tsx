import { Alert, Box, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ColumnField, columnValue } from '#schemas/forms/column-paths.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { Form, JsonMap } from '#schemas/generated/types.ts';
import { dayText } from '#schemas/texts/moments.ts';
import { numberText } from '#schemas/texts/number-text.ts';
import { request } from '../../provider/http.ts';

/** Maximum number of sample orders. */
const sampleSize = 5;

interface SampleTableProps {
  /** The form's id; undefined until the form is saved. */
  form: string | undefined;
  columns: Form['tableColumns'];
  fields: readonly ColumnField[];
}

/**
 * Preview of an order list with the chosen columns. Shows the newest orders that the user may read, or sample rows, and
 * says which.
 */
export function SampleTable({ form, columns, fields }: SampleTableProps) {
  const { data, error, isLoading } = useQuery({
    queryKey: ['forms', 'sample', form],
    queryFn: ({ signal }) => newestOrders(form ?? '', signal),
    enabled: form !== undefined,
  });
  if (isLoading) return <Skeleton variant="rectangular" height={120} />;
  const visibleFields = columns.flatMap(({ path, defaultVisibility }) => {
    const field = fields.find((each) => each.path === path);
    return field && defaultVisibility !== false ? [field] : [];
  });
  const isReal = data !== undefined && data.length > 0;
  const rows = isReal ? data : sampleRows(visibleFields);
  return (
    <>
      {error ? <Alert severity="warning">{`We couldn't load the orders: ${error.message}`}</Alert> : null}
      <Box sx={{ color: 'text.secondary' }}>
        {isReal
          ? `The latest orders on this form that you can view (${rows.length}).`
          : 'Sample rows. There are no orders on this form that you can view.'}
      </Box>
      <Box tabIndex={0} role="region" aria-label="Sample order list" sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Order</TableCell>
              <TableCell>Status</TableCell>
              {visibleFields.map(({ path, widget }) => (
                <TableCell key={path} align={alignOf(widget)}>
                  {widgetName(widget)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ refCode, status, formData }) => (
              <TableRow key={refCode}>
                <TableCell>{refCode}</TableCell>
                <TableCell>{status}</TableCell>
                {visibleFields.map(({ path, widget }) => (
                  <TableCell key={path} align={alignOf(widget)}>
                    {cellText(columnValue(formData, path), widget)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </>
  );
}

/** A row of the preview. */
interface SampleRow {
  refCode: string;
  status: string;
  formData: unknown;
}

/** Fetches each order by itself: the list endpoint returns only the saved columns, not those being chosen. */
async function newestOrders(form: string, signal: AbortSignal): Promise<SampleRow[]> {
  const { json } = await request(`/api/form_records?parent=${form}&page=1&limit=${sampleSize}`, { signal });
  const ids: string[] = (json.results ?? []).map(({ id }: { id: string }) => id);
  const orders = await Promise.all(ids.map((id) => request(`/api/orders/${id}`, { signal })));
  return orders.map(({ json: { id, refCode, status, formData } }) => ({ refCode: refCode ?? id, status, formData }));
}

const alignOf = ({ type }: ColumnField['widget']) => (type === 'number_input' ? 'right' : 'left');

function cellText(value: unknown, widget: ColumnField['widget']): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((each) => cellText(each, widget)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(value, widget.type === 'number_input' ? widget.config : {});
  if (isRecord(value)) return typeof value.name === 'string' ? value.name : '';
  return widget.type === 'date_input' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))
    ? dayText(String(value))
    : String(value);
}

/** Sample rows for a form without orders. Option values come from the form, everything else is placeholder data. */
function sampleRows(fields: readonly ColumnField[]): SampleRow[] {
  return ['DRAFT', 'PENDING', 'APPROVED'].map((status, index) => {
    const formData: JsonMap = {};
    for (const field of fields) put(formData, field.path.split('.'), sampleValue(field, index));
    return { refCode: `Sample ${index + 1}`, status, formData };
  });
}

function put(into: JsonMap, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const inner = isRecord(into[key]) ? into[key] : {};
  into[key] = inner;
  put(inner, rest, value);
}

function sampleValue({ widget }: ColumnField, index: number): unknown {
  switch (widget.type) {
    case 'number_input':
      return (widget.config.minValue ?? 0) + (index + 1) * 10;
    case 'checkbox':
      return index % 2 === 0;
    case 'date_input':
      return `2026-0${index + 1}-15`;
    case 'time_input':
      return `1${index}:30`;
    case 'select':
    case 'radio':
      return widget.config.options[index]?.value ?? widget.config.options[0]?.value;
    case 'multiple_select':
    case 'checkboxes':
      return widget.config.options.slice(0, index + 1).map(({ value }) => value);
    case 'file_input':
    case 'multiple_file_input':
      return { name: `file-${index + 1}.pdf` };
    default:
      return `Text ${index + 1}`;
  }
}
