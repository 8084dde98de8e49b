import field from '../../forms/fields/Field.module.css';
import { describedBy, shownText, type WidgetProps } from './lineFormContext.ts';
import { NumberWidget } from './NumberWidget.tsx';

/** From here on a text gets an area. */
const long = 200;

/** A text, or a number, by what its schema says it is. */
export function TextWidget(props: WidgetProps) {
  const type = [props.schema.type].flat()[0];
  if (type === 'number' || type === 'integer') return <NumberWidget {...props} />;
  return (props.schema.maxLength ?? 0) > long ? <TextareaWidget {...props} /> : <LineOfText {...props} />;
}

const inputTypes: Record<string, string> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  color: 'color',
  password: 'password',
};

function LineOfText(props: WidgetProps) {
  return (
    <input
      {...shared(props)}
      className={field.control}
      type={inputTypes[props.schema.format ?? ''] ?? 'text'}
      autoComplete="off"
    />
  );
}

export function TextareaWidget(props: WidgetProps) {
  return <textarea {...shared(props)} className={field.area} rows={3} />;
}

function shared(props: WidgetProps) {
  const { id, value, disabled, readonly, options, onChange, onBlur } = props;
  return {
    id,
    value: shownText(value),
    disabled,
    readOnly: readonly,
    ...describedBy(props),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === '' ? options.emptyValue : currentTarget.value),
    onBlur: () => onBlur(id, value),
  };
}
