import { useState } from 'react';
import { type RangeKind, rangeKindOf } from '#schemas/reports/report-config.ts';
import type { ReportFilter } from '#schemas/reports/report-settings.ts';
import type { Field as RowField } from '#schemas/resource/resource.ts';
import { TextField } from '../look/Field.tsx';
import styles from './ReportFilters.module.css';

interface RangeFieldsProps {
  field: RowField;
  filter: ReportFilter | undefined;
  onChange: (name: string, filter: ReportFilter) => void;
}

/** From and to of a field of rows, both included; what is typed counts when it is left, or Enter pressed. */
export function RangeFields({ field, filter = {}, onChange }: RangeFieldsProps) {
  const { name, label } = field;
  const { value, from = value, to = value } = filter;
  const kind = rangeKindOf(field) ?? 'number';
  const change = (ends: Omit<ReportFilter, 'value'>) => onChange(name, ends);
  return (
    <fieldset className={styles.range}>
      <legend className={styles.hidden}>{label}</legend>
      <End label={`${label} from`} kind={kind} value={from ?? ''} onChange={(text) => change({ from: text, to })} />
      <End label="to" kind={kind} value={to ?? ''} onChange={(text) => change({ from, to: text })} />
    </fieldset>
  );
}

/** What an end must look like to count: browsers without a field for months have one for text. */
const patterns: Record<RangeKind, RegExp> = {
  month: /^\d{4}-(0[1-9]|1[0-2])$/,
  date: /^\d{4}-\d\d-\d\d$/,
  number: /^-?\d+(\.\d+)?$/,
};

const examples: Record<RangeKind, string> = { month: '2026-01', date: '2026-01-31', number: '' };

interface EndProps {
  label: string;
  kind: RangeKind;
  value: string;
  onChange: (text: string) => void;
}

function End({ label, kind, value, onChange }: EndProps) {
  const [typed, type] = useState<string>();
  const isWrong = typed !== undefined && typed !== '' && !patterns[kind].test(typed);
  const settle = () => {
    if (typed === undefined || isWrong) return;
    if (typed !== value) onChange(typed);
    type(undefined);
  };
  return (
    <TextField
      label={label}
      type={kind}
      step="any"
      placeholder={examples[kind]}
      value={typed ?? value}
      error={isWrong ? `Write it as ${examples[kind] || '1234.5'}` : undefined}
      onChange={({ target }) => type(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
