import type { Report } from '#schemas/generated/types.ts';
import { comparisons, isComparison } from '#schemas/reports/comparison.ts';
import { type Grouping, groupingFields, isMonthGrouping, isRecordGrouping } from '#schemas/reports/groupings.ts';
import {
  filterValueText,
  groupingsOf,
  monthGroupingOf,
  rangeFields,
  rangeKindOf,
  reportFieldLabel,
} from '#schemas/reports/report-config.ts';
import {
  defaultReportSettings,
  type ReportFilter,
  withFilter,
  wordsOfFilter,
} from '#schemas/reports/report-settings.ts';
import { nameOfGroup, type ReportSummary } from '#schemas/reports/report-summary.ts';
import type { Field as RowField } from '#schemas/resource/resource.ts';
import { ActiveFilters } from '../lists/ActiveFilters.tsx';
import { RangeFilterInput } from '../lists/RangeFilterInput.tsx';
import { Field } from '../look/Field.tsx';
import styles from './ReportFilters.module.css';
import type { ShownReport } from './useReportSettings.ts';

interface ReportFiltersProps {
  report: Report;
  shown: ShownReport;
  /** The summary of all rows; its groups are the options of the filters. */
  all: ReportSummary | undefined;
}

/** The filters of a report and its comparison. Each choice updates the address at once. */
export function ReportFilters({ report, shown, all }: ReportFiltersProps) {
  const { settings, show } = shown;
  const filter = (name: string, next: ReportFilter | undefined) => show((now) => withFilter(now, name, next));
  const ranges = rangeFields(report.kind);
  const [month, ...others] = ranges;
  const isOpen = others.some(({ name }) => settings.filters[name]);
  return (
    <section className={styles.filters} aria-label="Filters">
      <div className={styles.row}>
        {month && <RangeFields field={month} filter={settings.filters[month.name]} onChange={filter} />}
        {groupingsOf(report.kind)
          .filter((grouping) => !isMonthGrouping(grouping))
          .map((grouping) => (
            <GroupChoice
              key={grouping}
              grouping={grouping}
              all={all}
              filter={settings.filters[groupingFields[grouping]]}
              onChange={filter}
            />
          ))}
        {monthGroupingOf(report.kind) && (
          <Field label="Compare with">
            {(control) => (
              <select
                {...control}
                value={settings.comparison}
                onChange={({ target: { value } }) =>
                  isComparison(value) && show((now) => ({ ...now, comparison: value }))
                }
              >
                {Object.entries(comparisons).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      {others.length > 0 && (
        <details className={styles.more} open={isOpen || undefined}>
          <summary>More filters</summary>
          <div className={styles.row}>
            {others.map((field) => (
              <RangeFields key={field.name} field={field} filter={settings.filters[field.name]} onChange={filter} />
            ))}
          </div>
        </details>
      )}
      <Chosen shown={shown} all={all} />
    </section>
  );
}

function GroupChoice({
  grouping,
  all,
  filter,
  onChange,
}: {
  grouping: Grouping;
  all: ReportSummary | undefined;
  filter: ReportFilter | undefined;
  onChange: (name: string, filter: ReportFilter | undefined) => void;
}) {
  const name = groupingFields[grouping];
  const groups = new Map(all?.by[grouping]?.map((group) => [group.value, group]));
  const values = [...groups.keys()];
  const chosen = filter?.value;
  // Keep the selected value as an option even if no row has it any more.
  const options = chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];
  return (
    <Field label={reportFieldLabel(name)}>
      {(control) => (
        <select
          {...control}
          value={chosen === undefined ? -1 : options.indexOf(chosen)}
          onChange={({ target }) => {
            const value = options[Number(target.value)];
            onChange(name, value === undefined ? undefined : { value });
          }}
        >
          <option value={-1}>All</option>
          {options.map((value, index) => (
            <option key={value} value={index}>
              {isRecordGrouping(grouping) && !groups.has(value)
                ? filterValueText(name, value, all)
                : nameOfGroup(grouping, groups.get(value) ?? { value })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The active filters, each with a link that removes it. */
function Chosen({ shown: { settings, hrefOf }, all }: Pick<ReportFiltersProps, 'shown' | 'all'>) {
  return (
    <ActiveFilters
      chosen={Object.entries(settings.filters).map(([name, filter]) => ({
        key: name,
        words: wordsOfFilter(name, filter, all),
        hrefWithout: hrefOf(withFilter(settings, name, undefined)),
      }))}
      hrefOfAll={hrefOf({ ...settings, filters: defaultReportSettings.filters })}
    />
  );
}

interface RangeFieldsProps {
  field: RowField;
  filter: ReportFilter | undefined;
  onChange: (name: string, filter: ReportFilter) => void;
}

/** The range filter of a field (from, to; both included). A value applies on blur or Enter. */
function RangeFields({ field, filter = {}, onChange }: RangeFieldsProps) {
  const { name, label } = field;
  const { value, from = value, to = value } = filter;
  const kind = rangeKindOf(field) ?? 'number';
  const change = (ends: Omit<ReportFilter, 'value'>) => onChange(name, ends);
  return (
    <fieldset className={styles.range}>
      <legend className={styles.hidden}>{label}</legend>
      <RangeFilterInput
        label={`${label} from`}
        kind={kind}
        value={from ?? ''}
        onChange={(next) => change({ from: next, to })}
      />
      <RangeFilterInput label="to" kind={kind} value={to ?? ''} onChange={(next) => change({ from, to: next })} />
    </fieldset>
  );
}
