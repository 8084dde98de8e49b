import { PickButton } from '../../forms/dates/PickButton.tsx';
import { dateControls } from '../../forms/fields/dateControls.ts';
import field from '../../forms/fields/Field.module.css';
import { describedBy, type WidgetProps } from './lineFormContext.ts';

/** A day, by the browser's own control or in the calendar. */
export const DateWidget = (props: WidgetProps) => <DateInput {...props} picking="day" />;

/** A moment in utc. */
export const DateTimeWidget = (props: WidgetProps) => <DateInput {...props} picking="moment" />;

function DateInput({ picking, ...props }: WidgetProps & { picking: 'day' | 'moment' }) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const { type, textOf, valueFor } = dateControls[picking];
  const isLocked = disabled || readonly;
  return (
    <>
      <input
        id={id}
        className={field.control}
        type={type}
        value={textOf(value)}
        disabled={disabled}
        readOnly={readonly}
        {...describedBy(props)}
        onChange={({ currentTarget }) => onChange(valueFor(currentTarget.value) || undefined)}
        onBlur={() => onBlur(id, value)}
      />
      {!isLocked && <PickButton picking={picking} name={label} value={() => value} onPick={onChange} />}
    </>
  );
}

/** A time of day. JSON Schema's has seconds, which nobody types. */
export function TimeWidget(props: WidgetProps) {
  const { id, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <input
      id={id}
      className={field.control}
      type="time"
      value={typeof value === 'string' ? value.slice(0, 5) : ''}
      disabled={disabled}
      readOnly={readonly}
      {...describedBy(props)}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? `${currentTarget.value}:00` : undefined)}
      onBlur={() => onBlur(id, value)}
    />
  );
}
