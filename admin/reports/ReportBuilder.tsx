import { Autocomplete, Box, FormHelperText, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { isRecord } from '#schemas/forms/is-record.ts';
import { toNumber } from '#schemas/forms/kinds/number.ts';
import type { JsonMap, Report } from '#schemas/generated/types.ts';
import {
  type Grouping,
  groupingFields,
  isGrouping,
  isMonthGrouping,
  isRecordGrouping,
  recordGroupings,
} from '#schemas/reports/groupings.ts';
import {
  configOfKind,
  filterValueText,
  groupingsOf,
  measuresOf,
  rangeFields,
  rangeKindOf,
  reportCharts,
  reportColumns,
  reportFieldLabel,
  reportFields,
  reportGroups,
  reportMeasures,
  textInField,
} from '#schemas/reports/report-config.ts';
import { groupingTitles, measures, nameOfGroup, type ReportSummary } from '#schemas/reports/report-summary.ts';
import type { Field } from '#schemas/resource/resource.ts';
import type { FieldProps } from '../generate/override.ts';
import { request } from '../provider/http.ts';
import { StatusTable } from '../status/StatusPart.tsx';

interface Preview {
  rows: { id: string; data: Record<string, unknown> }[];
  summary: ReportSummary;
}

/**
 * Input for a report's configuration: columns, groups, measures, charts, filters and dates, with the rows that the report
 * would show beside it. Keys of the configuration that it does not know are preserved.
 */
export function ReportBuilder({ source }: FieldProps) {
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useInput<JsonMap>({ source, defaultValue: {} });
  const kind: Report['kind'] = useWatch({ name: 'kind' }) ?? 'AgencyOrder';
  const config: JsonMap = isRecord(value) ? value : {};
  const kindOfConfig = useRef(kind);
  useEffect(() => {
    if (kindOfConfig.current === kind) return;
    kindOfConfig.current = kind;
    onChange(configOfKind(kind, isRecord(value) ? value : {}));
  }, [kind, value, onChange]);
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = config;
    const isEmpty = next === undefined || (Array.isArray(next) && next.length === 0);
    onChange(isEmpty ? others : { ...others, [name]: next });
  };
  const filters: Record<string, unknown> = isRecord(config.filters) ? config.filters : {};
  const filter = (name: string, next: unknown) => {
    const { [name]: _, ...others } = filters;
    const all = next === undefined ? others : { ...others, [name]: next };
    set('filters', Object.keys(all).length > 0 ? all : undefined);
  };
  const preview = usePreview({ kind, config });
  // The preview has only the records that the filters select, so the others come from all rows.
  const { data: unfiltered } = usePreview({ kind, config: kind === 'Order' ? {} : config });
  const report = { kind, config };
  const [first, others] = [rangeFields(kind).slice(0, 1), rangeFields(kind).slice(1)];
  const ranges = (fields: Field[]) =>
    fields.map((field) => (
      <RangeFilter
        key={field.name}
        field={field}
        value={filters[field.name]}
        onChange={(next) => filter(field.name, next)}
      />
    ));
  const groups = groupingsOf(kind);
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <Box sx={besideWhereWide}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Choice
            label="Columns"
            helperText="In this order. Without a choice: the usual columns."
            options={reportFields(kind)}
            value={Array.isArray(config.columns) ? reportColumns(report) : []}
            onChange={(fields) =>
              set(
                'columns',
                fields.map(({ name }) => name),
              )
            }
            labelOf={(field) => field.label}
          />
          {groups.length > 0 ? (
            <>
              <Choice
                label="Groups"
                helperText="Totals by these groups, in this order. Without a choice: all of them."
                options={groups}
                value={Array.isArray(config.groups) ? reportGroups(report) : []}
                onChange={(next) => set('groups', next)}
                labelOf={(grouping) => groupingTitles[grouping]}
              />
              <Choice
                label="Charts"
                helperText="The groups that have a chart. Without a choice: all groups."
                options={reportGroups({ kind, config: { ...config, charts: groups } })}
                value={Array.isArray(config.charts) ? reportCharts(report) : []}
                onChange={(next) => set('charts', next)}
                labelOf={(grouping) => groupingTitles[grouping]}
              />
              <Choice
                label="Measures"
                helperText="The figures of the totals and groups, in this order. Without a choice: the usual ones."
                options={measuresOf(kind)}
                value={Array.isArray(config.measures) ? reportMeasures(report) : []}
                onChange={(next) => set('measures', next)}
                labelOf={(measure) => measures[measure].label}
              />
            </>
          ) : null}
          {groups
            .filter((grouping) => !isMonthGrouping(grouping))
            .map((grouping) => (
              <GroupFilter
                key={grouping}
                grouping={grouping}
                summary={(isRecordGrouping(grouping) ? unfiltered : preview.data)?.summary}
                value={filters[groupingFields[grouping]]}
                onChange={(next) => filter(groupingFields[grouping], next)}
              />
            ))}
          {Object.entries(recordGroupings).map(([grouping, { name }]) =>
            isGrouping(grouping) && filters[name] !== undefined ? (
              <GroupFilter
                key={name}
                grouping={grouping}
                field={name}
                summary={undefined}
                value={filters[name]}
                onChange={(next) => filter(name, next)}
              />
            ) : null,
          )}
          {ranges(first)}
          {others.length > 0 ? (
            <Box component="details" open={others.some(({ name }) => filters[name] !== undefined) || undefined}>
              <Box component="summary" sx={{ cursor: 'pointer', mb: 1 }}>
                More filters
              </Box>
              <Box sx={{ display: 'grid', gap: 2 }}>{ranges(others)}</Box>
            </Box>
          ) : null}
          {error ? <FormHelperText error>{error.message}</FormHelperText> : null}
        </Box>
        <PreviewRows report={report} preview={preview} />
      </Box>
    </Box>
  );
}

/** The rows are beside the inputs where the form is wide enough for both, otherwise below them. */
const besideWhereWide = {
  ...{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' },
  '@container (min-width: 960px)': { gridTemplateColumns: '22rem minmax(0, 1fr)' },
};

interface ChoiceProps<T> {
  label: string;
  helperText: string;
  options: T[];
  value: T[];
  onChange: (value: T[]) => void;
  labelOf: (option: T) => string;
}

/** Several options in the order of their selection. */
function Choice<T>({ label, helperText, options, value, onChange, labelOf }: ChoiceProps<T>) {
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={options}
      value={value}
      onChange={(_event, next) => onChange(next)}
      getOptionLabel={labelOf}
      renderInput={(params) => <TextField {...params} label={label} helperText={helperText} />}
    />
  );
}

interface FilterProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

interface GroupFilterProps extends FilterProps {
  grouping: Grouping;
  /** Another field than that of the grouping: the name of a record, by which reports were filtered before its id. */
  field?: string;
  summary: ReportSummary | undefined;
}

/** The values of a group that the report shows: those of its rows, or others that the author types. */
function GroupFilter({ grouping, field = groupingFields[grouping], summary, value, onChange }: GroupFilterProps) {
  const isOfRecords = isRecordGrouping(grouping) && field === groupingFields[grouping];
  const label = reportFieldLabel(field);
  const groups = summary?.by[grouping] ?? [];
  const names = new Map(groups.map((group) => [group.value, nameOfGroup(grouping, group)]));
  // A filter with an operator, such as `{is: 'empty'}` from a saved view, is one chip, which another choice replaces.
  const chosen = isRecord(value) ? [''] : [value ?? []].flat().map(String);
  const nameIn = (option: string) =>
    isOfRecords ? filterValueText(field, option, summary) : nameOfGroup(grouping, { value: option });
  if (isRecord(value)) names.set('', value.is === 'empty' ? 'Not specified' : JSON.stringify(value));
  return (
    <Autocomplete
      multiple
      // A record is not chosen by typing its id.
      freeSolo={!isOfRecords}
      filterSelectedOptions
      options={groups.map((group) => group.value).filter(Boolean)}
      value={chosen}
      onChange={(_event, next) => {
        const values = next.filter(Boolean);
        onChange(values.length > 0 ? values : undefined);
      }}
      getOptionLabel={(option) => names.get(option) ?? nameIn(option)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={field === groupingFields[grouping] ? label : `${label} (name)`}
          helperText="Shows only rows with one of these values."
        />
      )}
    />
  );
}

/** A range of a field, with either end open. */
function RangeFilter({ field, value, onChange }: FilterProps & { field: Field }) {
  const id = useId();
  const range: Record<string, unknown> = isRecord(value) ? value : {};
  const set = (end: 'from' | 'to', text: string) => {
    const { [end]: _, ...others } = range;
    const next =
      text.trim() === '' ? others : { ...others, [end]: rangeKindOf(field) === 'number' ? readNumber(text) : text };
    onChange(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }} aria-labelledby={id}>
      <Typography id={id} component="legend" variant="body2" sx={{ mb: 0.5 }}>
        {field.label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        {(['from', 'to'] as const).map((end) => (
          <TextField
            // The field reads its value once, so another value, such as after a reset, needs a new one.
            key={`${end} ${String(range[end] ?? '')}`}
            label={end === 'from' ? 'From' : 'To'}
            size="small"
            placeholder={placeholders[rangeKindOf(field) ?? 'number']}
            defaultValue={range[end] ?? ''}
            onBlur={({ target }) => set(end, target.value)}
          />
        ))}
      </Box>
    </Box>
  );
}

const placeholders = { month: 'YYYY-MM', date: 'YYYY-MM-DD', number: '' };

/** The number that a text states; other texts stay as they are, so that the API names what is allowed. */
const readNumber = (text: string): number | string => toNumber(text) ?? text;

/** The rows and totals of a report that is not saved yet. */
const usePreview = ({ kind, config }: Pick<Report, 'kind' | 'config'>) =>
  useQuery({
    queryKey: ['reports', 'preview', kind, config],
    queryFn: async ({ signal }): Promise<Preview> => {
      const body = JSON.stringify({ kind, config });
      return (await request('/api/reports/preview', { method: 'POST', body, signal })).json;
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The newest rows that the report would show, with its totals. */
function PreviewRows({
  report,
  preview: { data, error, isFetching },
}: {
  report: Pick<Report, 'kind' | 'config'>;
  preview: ReturnType<typeof usePreview>;
}) {
  const id = useId();
  const fields = reportColumns(report);
  return (
    <Box component="section" aria-labelledby={id} aria-busy={isFetching} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: 0.5 }}>
        Preview
      </Typography>
      {error ? (
        <Typography color="error" role="alert">
          {error.message}
        </Typography>
      ) : null}
      {data ? (
        <>
          <Typography color="text.secondary" role="status">
            {totalWords(data, report)}
          </Typography>
          <Box tabIndex={0} role="region" aria-label="Preview of the rows" sx={{ overflowX: 'auto' }}>
            <StatusTable
              title="Newest rows"
              heads={fields.map(({ label }) => label)}
              rows={data.rows.slice(0, previewRows).map((row) => ({
                key: row.id,
                cells: fields.map((field) => <Cell key={field.name} field={field} data={row.data} />),
              }))}
            />
          </Box>
        </>
      ) : null}
    </Box>
  );
}

/** The maximum number of rows of the preview, so that the inputs below it stay in reach. */
const previewRows = 10;

/** A value of a row. Numbers and dates do not wrap, and texts do not become narrow: the table scrolls instead. */
function Cell({ field, data }: { field: Field; data: Record<string, unknown> }) {
  const isText = rangeKindOf(field) === undefined;
  return (
    <Box component="span" sx={isText ? { display: 'inline-block', minWidth: '7rem' } : { whiteSpace: 'nowrap' }}>
      {textInField(field, data)}
    </Box>
  );
}

function totalWords({ rows, summary }: Preview, report: Pick<Report, 'kind' | 'config'>): string {
  const one = report.kind === 'Order' ? 'order' : 'row';
  if (summary.rows === 0) return `No ${one}s match.`;
  const count = `${summary.rows.toLocaleString('en-US')} ${summary.rows === 1 ? one : `${one}s`}`;
  const figures = reportMeasures(report).flatMap((name) => {
    const { label, amount, of, text } = measures[name];
    return amount ? [`${label.toLowerCase()} ${text(of(summary))}`] : [];
  });
  const shown = Math.min(rows.length, previewRows);
  return `${[count, ...figures].join(', ')}.${shown < summary.rows ? ` The newest ${shown}:` : ''}`;
}
