import { DateInput } from '../../forms/dates/DateInput.tsx';
import field from '../../forms/fields/Field.module.css';
import type { Picking } from '../../forms/typed/typedKinds.ts';
import { describedBy, type WidgetProps } from './lineFormContext.ts';
import { lineDate } from './lineKinds.ts';

/** A day. */
export const DateWidget = (props: WidgetProps) => <TypedDate {...props} picking="day" />;

/** A moment in UTC. */
export const DateTimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="moment" />;

/** A time of day. */
export const TimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="time" />;

function TypedDate({ picking, ...props }: WidgetProps & { picking: Picking }) {
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
