import { useState } from 'react';
import { type RangeKind, rangeKindOf } from '#schemas/reports/report-config.ts';
import type { ReportFilter } from '#schemas/reports/report-settings.ts';
import type { Field as RowField } from '#schemas/resource/resource.ts';
import { parseDate, parseMonth } from '#schemas/typed-values/parse-date.ts';
import { parseNumber } from '#schemas/typed-values/parse-number.ts';
import type { Parsed } from '#schemas/typed-values/parsed.ts';
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

/** How the ends of each kind are read: to what the address and the API have, with the text that people read. */
const parsers: Record<RangeKind, (typed: string) => Parsed<string>> = {
  month: (typed) => {
    const parsed = parseMonth(typed, { today: today() });
    return parsed.status === 'value' ? { ...parsed, value: parsed.value.slice(0, '2026-01'.length) } : parsed;
  },
  date: (typed) => parseDate(typed, { today: today() }),
  number: (typed) => {
    const parsed = parseNumber(typed);
    return parsed.status === 'value' ? { ...parsed, value: parsed.text } : parsed;
  },
};

const today = () => new Date().toISOString().slice(0, '2026-01-31'.length);

const examples: Record<RangeKind, string> = { month: '1/2026', date: '1/31/2026', number: '' };

interface EndProps {
  label: string;
  kind: RangeKind;
  value: string;
  onChange: (text: string) => void;
}

/** One end of a range. What can not be read stays as it was typed, with the reason, and does not count. */
function End({ label, kind, value, onChange }: EndProps) {
  const [typed, type] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const stored = parsers[kind](value);
  const settle = () => {
    if (typed === undefined) return;
    const parsed = parsers[kind](typed);
    if (parsed.status === 'problem') return setProblem(parsed.message);
    const next = parsed.status === 'value' ? parsed.value : '';
    if (next !== value) onChange(next);
    type(undefined);
  };
  return (
    <TextField
      label={label}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      placeholder={examples[kind]}
      value={typed ?? (stored.status === 'value' ? stored.text : value)}
      error={problem}
      onChange={({ target }) => {
        type(target.value);
        setProblem(undefined);
      }}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
