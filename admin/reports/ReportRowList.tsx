import { FormControlLabel, Switch, Link as TextLink, Typography } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { Order } from '#schemas/generated/registry.ts';
import type { Report } from '#schemas/generated/types.ts';
import {
  pathInRow,
  rangeKindOf,
  reportColumns,
  reportFields,
  rowsPath,
  textInField,
} from '#schemas/reports/report-config.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import type { FieldComponent, FieldProps } from '../generate/override.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useChildRecords } from '../nested/useChildRecords.ts';

/** The rows of a report on its own page, with the report's columns. */
export function ReportRowList() {
  const report = useRecordContext<Report>();
  if (!report) return null;
  return report.kind === 'Order' ? <Orders report={report} /> : <ImportedRows report={report} />;
}

/** Imported rows: those that match the report's filters, or all of its kind, so that hidden ones can be shown again. */
function ImportedRows({ report }: { report: Report }) {
  const [isWholeKind, setWholeKind] = useState(false);
  const source = useChildRecords('ReportRow', isWholeKind ? {} : { listPath: rowsPath(report.kind) });
  const columns = reportColumns(report).map(({ name }) => pathInRow(report.kind, name));
  return (
    <NestedList
      source={{ ...source, resource: withDataFields(source.resource, report.kind) }}
      words={{
        title: 'Rows',
        add: 'New row',
        one: 'row',
        none: isWholeKind ? 'There are no rows yet. Imports add rows.' : 'No rows match the filters of this report.',
      }}
      toolbar={
        <FormControlLabel
          sx={{ mb: 1 }}
          control={
            <Switch
              size="small"
              checked={isWholeKind}
              onChange={(_event, isOn) => {
                setWholeKind(isOn);
                source.goTo(0);
              }}
            />
          }
          label="Include hidden rows and rows outside the filters"
        />
      }
      columns={[...columns, 'batch', 'hidden']}
      formFields={{ create: editableFields, update: editableFields }}
      cells={Object.fromEntries(columns.map((name): [string, FieldComponent] => [name, RowCell]))}
    />
  );
}

/** Orders, which are read live. They are changed on their own pages. */
function Orders({ report }: { report: Report }) {
  const source = useChildRecords('ReportRow', { listPath: rowsPath(report.kind) });
  const columns = reportColumns(report).map(({ name }) => name);
  return (
    <NestedList
      source={{ ...source, resource: { ...orders, fields: reportFields(report.kind) }, can: () => false }}
      words={{ title: 'Orders', add: '', one: 'order', none: 'No orders match the filters of this report.' }}
      columns={columns}
      formFields={{ create: [], update: [] }}
      cells={Object.fromEntries(
        columns.map((name, index): [string, FieldComponent] => [name, index === 0 ? OrderLinkCell : RowCell]),
      )}
    />
  );
}

const orders = resourceOf(Order);

/** The first value of an order as a link to it; its reference if the value is empty. */
function OrderLinkCell({ field }: FieldProps) {
  const row = useRecordContext();
  if (!row) return null;
  return (
    <TextLink component={Link} to={`/orders/${row.id}`}>
      {textInField(field, row) || String(row.refCode)}
    </TextLink>
  );
}

const editableFields = ['batch', 'hidden', 'data'];

/** The resource of rows with the fields of one kind. */
function withDataFields(resource: Resource, kind: Report['kind']): Resource {
  const own = reportFields(kind);
  const properties = Object.fromEntries(own.map(({ name, property }) => [name, property]));
  const fields = resource.fields.map((field) =>
    field.name === 'data' ? { ...field, property: { ...field.property, properties } } : field,
  );
  return { ...resource, fields: [...fields, ...own.map((field) => ({ ...field, name: pathInRow(kind, field.name) }))] };
}

/** A value of a row, formatted as in the report. Numbers and dates do not wrap. */
function RowCell({ field }: FieldProps) {
  const row = useRecordContext();
  const own = { ...field, name: field.name.replace(/^data\./, '') };
  const values: Record<string, unknown> = field.name === own.name ? { ...row } : { ...row?.data };
  return (
    <Typography
      component="span"
      variant="inherit"
      sx={rangeKindOf(own) === undefined ? { overflowWrap: 'break-word' } : { whiteSpace: 'nowrap' }}
    >
      {textInField(own, values)}
    </Typography>
  );
}
