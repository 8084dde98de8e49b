import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { type PrefillSource, prefillSource } from '#schemas/forms/prefill-source.ts';
import { storedMoment } from '#schemas/texts/moments.ts';
import { useFieldValue, useFormStore } from '../store/hooks.ts';
import styles from './Field.module.css';

/** Says where the value of a prefilled field comes from, until the user changes it. */
export function PrefillNote({ widget, row, id }: { widget: ValidWidget; row: Row; id: string }) {
  const { context, isReadOnly } = useFormStore();
  const value = useFieldValue(widget, row);
  const source = isReadOnly ? null : prefillSource(widget, value, context());
  return (
    <p className={styles.hint} id={id} hidden={source === null}>
      {source && sourceText(source)}
    </p>
  );
}

const names = { client: 'client', channel: 'channel', user: 'person who orders' };
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

function sourceText(source: PrefillSource): string {
  if (source.from !== 'last_order') return `From the ${names[source.from]}`;
  const { refCode, submissionDate } = source;
  const submitted = storedMoment(submissionDate ?? '');
  return `From order ${refCode}${submitted ? ` of ${dates.format(submitted)}` : ''}`;
}
