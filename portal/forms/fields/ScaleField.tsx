import type { ViewProps } from '../widgets/viewProps.ts';
import frame from './Field.module.css';
import { RadioGroup } from './RadioGroup.tsx';
import styles from './ScaleField.module.css';

/**
 * A single choice as a scale: the values in a row, with the labels of both ends below. Its keys are those of radio
 * buttons.
 */
export function ScaleField({
  widget,
  row,
  options,
}: ViewProps<'radio'> & { options: readonly { value: string; label: string }[] }) {
  const [first, last] = [options[0], options.at(-1)];
  const values = options.map(({ value, label }) => ({
    value,
    label: (
      <>
        <span>{value}</span>
        {label !== value && <span className={frame.unseen}>{` (${label})`}</span>}
      </>
    ),
  }));
  const endOf = (option: typeof first) => (option?.label !== option?.value && option?.label) || '';
  return (
    <div className={styles.scale}>
      <RadioGroup widget={widget} row={row} layout="inline" options={values} />
      {(endOf(first) || endOf(last)) && (
        // Each option has its label for screen readers.
        <p className={styles.ends} aria-hidden="true">
          <span>{endOf(first)}</span>
          <span>{endOf(last)}</span>
        </p>
      )}
    </div>
  );
}
