import { DateInput } from '../../forms/dates/DateInput.tsx';
import field from '../../forms/fields/Field.module.css';
import type { Picking } from '../../forms/typed/typedKinds.ts';
import { describedBy, type WidgetProps } from './lineFormContext.ts';

/** A day. */
export const DateWidget = (props: WidgetProps) => <TypedDate {...props} picking="day" />;

/** A moment in UTC. */
export const DateTimeWidget = (props: WidgetProps) => <TypedDate {...props} picking="moment" />;

/** A time of day. JSON Schema's has seconds, which nobody types. */
export const TimeWidget = (props: WidgetProps) => (
  <TypedDate
    {...props}
    picking="time"
    onChange={(value) => props.onChange(/^\d\d:\d\d$/.test(value) ? `${value}:00` : value)}
  />
);

function TypedDate({ picking, ...props }: WidgetProps & { picking: Picking }) {
  const { id, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  return (
    <DateInput
      picking={picking}
      name={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      onLeave={() => onBlur(id, value)}
      control={{ id, className: field.control, disabled, readOnly: readonly, ...describedBy(props) }}
    />
  );
}
