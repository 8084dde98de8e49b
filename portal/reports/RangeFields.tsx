import { rangeKindOf } from '#schemas/reports/report-config.ts';
import type { ReportFilter } from '#schemas/reports/report-settings.ts';
import type { Field as RowField } from '#schemas/resource/resource.ts';
import { RangeFilterInput } from '../lists/RangeFilterInput.tsx';
import styles from './ReportFilters.module.css';

interface RangeFieldsProps {
  field: RowField;
  filter: ReportFilter | undefined;
  onChange: (name: string, filter: ReportFilter) => void;
}

/** The range filter of a field (from, to; both included). A value applies on blur or Enter. */
export function RangeFields({ field, filter = {}, onChange }: RangeFieldsProps) {
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
