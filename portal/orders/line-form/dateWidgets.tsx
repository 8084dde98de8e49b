import { DateInput } from '../../forms/dates/DateInput.tsx';
import field from '../../forms/fields/Field.module.css';
import type { DatePrecision } from '../../forms/typed/typedKinds.ts';
import { describedBy, type WidgetProps } from './lineFormContext.ts';
import { lineDate } from './lineKinds.ts';

/** The date input. */
export const DateWidget = (props: WidgetProps) => <TypedDate {...props} picking="day" />;

/** The date-time input, in UTC. */
export const DateTimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="moment" />;

/** The time input. */
export const TimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="time" />;

function TypedDate({ picking, ...props }: WidgetProps & { picking: DatePrecision }) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <DateInput
      picking={picking}
      name={label}
      value={lineDate(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      onLeave={() => onBlur(id, value)}
      control={{ id, className: field.control, disabled, readOnly: readonly, ...describedBy(props) }}
    />
  );
}
