import { FormControlLabel, Switch, Typography } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { Report, ReportRow } from '#schemas/generated/types.ts';
import { rangeKindOf, reportColumns, reportFields, textInField } from '#schemas/reports/report-config.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import type { FieldComponent, FieldProps } from '../generate/override.ts';
import { NestedList } from '../nested/NestedList.tsx';
import { useChildRecords } from '../nested/useChildRecords.ts';

/**
 * The rows of a report on its own page, with the report's columns. It shows the rows that match its filters, or all rows
 * of its kind, so that hidden ones can be shown again.
 */
export function ReportRowList() {
  const report = useRecordContext<Report>();
  const [isWholeKind, setWholeKind] = useState(false);
  const source = useChildRecords('ReportRow', isWholeKind ? {} : { listPath: 'view' });
  if (!report) return null;
  const columns = reportColumns(report).map(inData);
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
      columns={[...columns.map(({ name }) => name), 'batch', 'hidden']}
      formFields={{ create: editableFields, update: editableFields }}
      cells={Object.fromEntries(columns.map(({ name }): [string, FieldComponent] => [name, DataCell]))}
    />
  );
}

const editableFields = ['batch', 'hidden', 'data'];

/** A field of a row's data as a field of the row: `data.revenue`. */
const inData = (field: Field): Field => ({ ...field, name: `data.${field.name}` });

/** The resource of rows with the fields of one kind. */
function withDataFields(resource: Resource, kind: Report['kind']): Resource {
  const own = reportFields(kind);
  const properties = Object.fromEntries(own.map(({ name, property }) => [name, property]));
  const fields = resource.fields.map((field) =>
    field.name === 'data' ? { ...field, property: { ...field.property, properties } } : field,
  );
  return { ...resource, fields: [...fields, ...own.map(inData)] };
}

/** A value of a row's data, formatted as in the report. Numbers and dates do not wrap. */
function DataCell({ field }: FieldProps) {
  const row = useRecordContext<ReportRow>();
  const own = { ...field, name: field.name.slice('data.'.length) };
  return (
    <Typography
      component="span"
      variant="inherit"
      sx={rangeKindOf(own) === undefined ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }}
    >
      {textInField(own, row?.data ?? {})}
    </Typography>
  );
}
