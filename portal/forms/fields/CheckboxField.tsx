import { useFieldValue } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { FieldDescriptions, LabelText } from './FieldFrame.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Tooltip } from './Tooltip.tsx';
import { useField } from './useField.ts';

/** A checkbox, or a yes/no question as radio buttons. */
export function CheckboxField({ widget, row }: ViewProps<'checkbox'>) {
  return widget.config.presentation === 'yes_no' ? (
    <RadioGroup widget={widget} row={row} layout="inline" options={yesAndNo} />
  ) : (
    <Checkbox widget={widget} row={row} />
  );
}

const yesAndNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

function Checkbox({ widget, row }: ViewProps<'checkbox'>) {
  const field = useField(widget, row);
  const value = useFieldValue(widget, row);
  return (
    <div className={choice.single}>
      <div className={choice.line}>
        <label className={choice.option}>
          <input
            type="checkbox"
            className={choice.mark}
            id={field.id}
            checked={value === true}
            disabled={field.isReadOnly || field.isDisabled}
            {...field.ariaProps}
            onChange={(event) => field.set(event.currentTarget.checked)}
            onBlur={field.blur}
          />
          <span className={field.isLabelHidden ? frame.unseen : undefined}>
            <LabelText widget={widget} isRequired={field.isRequired} />
          </span>
        </label>
        <Tooltip widget={widget} id={`${field.id}-tip`} />
      </div>
      <FieldDescriptions widget={widget} field={field} />
    </div>
  );
}
