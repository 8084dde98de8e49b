import { type RefObject, useRef } from 'react';
import { stepValue } from '#schemas/forms/kinds/step-value.ts';
import { maxLineLength } from '#schemas/products/typed-line.ts';
import field from '../../forms/fields/Field.module.css';
import spinner from '../../forms/fields/NumberField.module.css';
import { LazyStepperButtons, numberKeySteps } from '../../forms/fields/numberSteps.ts';
import type { TypedKind } from '../../forms/typed/typedField.ts';
import { lineKind, numberKind, plainKind } from '../../forms/typed/typedKinds.ts';
import { useControlledSource } from '../../forms/typed/useControlledSource.ts';
import { useTypedInput } from '../../forms/typed/useTypedInput.ts';
import { describedBy, textOfValue, type WidgetProps } from './lineFormContext.ts';

/** The input for a text or number, depending on the schema. */
export function TextWidget(props: WidgetProps) {
  const type = [props.schema.type].flat()[0];
  if (type === 'number' || type === 'integer') return <NumberWidget {...props} />;
  return (props.schema.maxLength ?? 0) > maxLineLength ? <TextareaWidget {...props} /> : <LineOfText {...props} />;
}

/**
 * Types with a native control. Not `email` or `url`: browsers normalize their values, which conflicts with the form's
 * parser.
 */
const inputTypes: Record<string, 'color' | 'password'> = { color: 'color', password: 'password' };
const inputModes: Record<string, 'email' | 'url' | 'tel'> = { email: 'email', uri: 'url', url: 'url', phone: 'tel' };

function LineOfText(props: WidgetProps) {
  const input = useRef<HTMLInputElement>(null);
  const { format = '' } = props.schema;
  return (
    <input
      {...useTypedText(props, input, format === 'password' ? lineKinds.verbatim : lineKinds.text)}
      ref={input}
      className={field.control}
      type={inputTypes[format] ?? 'text'}
      inputMode={inputModes[format]}
      autoComplete="off"
    />
  );
}

/** The input for a text of several lines, which is stored as it is typed. */
export function TextareaWidget(props: WidgetProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  return <textarea {...useTypedText(props, area, lineKinds.verbatim)} ref={area} className={field.area} rows={3} />;
}

function useTypedText<E extends HTMLInputElement | HTMLTextAreaElement>(
  props: WidgetProps,
  input: RefObject<E | null>,
  kind: TypedKind,
) {
  const { id, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const source = useControlledSource({ value, onChange, onLeave: () => onBlur(id, value) });
  const { events } = useTypedInput({ input, kind, source });
  return {
    id,
    disabled,
    readOnly: readonly,
    ...describedBy(props),
    ...(disabled || readonly ? {} : events),
  };
}

/** The number input: a text input with a spinner, as in forms. */
function NumberWidget(props: WidgetProps) {
  const { id, schema, label, disabled, readonly, onChange, onBlur } = props;
  const value: unknown = props.value;
  const input = useRef<HTMLInputElement>(null);
  const kind = lineKinds['x-money' in schema ? 'money' : 'number'];
  const source = useControlledSource({ value, onChange, onLeave: () => onBlur(id, value) });
  const typed = useTypedInput({ input, kind, source });
  const { minimum: minValue, maximum: maxValue } = schema;
  const isLocked = disabled || readonly;
  const step = (by: number) => typed.choose(stepValue(typed.now()?.value, by, { minValue, maxValue }));
  return (
    <>
      <input
        ref={input}
        id={id}
        className={`${field.control} ${spinner.number}`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        role="spinbutton"
        aria-valuenow={typeof value === 'number' ? value : undefined}
        aria-valuemin={minValue}
        aria-valuemax={maxValue}
        disabled={disabled}
        readOnly={readonly}
        {...describedBy(props)}
        onKeyDown={(event) => {
          const by = numberKeySteps[event.key];
          if (by === undefined || isLocked || event.altKey) return;
          event.preventDefault();
          step(by);
        }}
        {...(isLocked ? {} : typed.events)}
      />
      {!isLocked && <LazyStepperButtons step={step} name={label} />}
    </>
  );
}

const isNumber = (value: unknown) => typeof value === 'number';

/** Parses and formats a number. A value of another type, which the API allows, is visible before it is replaced. */
function numberOfLine(isMoney: boolean): TypedKind {
  const kind = numberKind({ money: isMoney ? 'shown' : 'none' });
  return {
    ...kind,
    formatForEditing: (value) => (isNumber(value) ? kind.formatForEditing(value) : textOfValue(value)),
    format: (value) => (isNumber(value) ? kind.format(value) : textOfValue(value)),
  };
}

/** Parses and formats a text; an empty field has no value. */
function textOfLine({ parse }: TypedKind): TypedKind {
  const lineValue = (text: string) => parse(text) || undefined;
  return {
    parse: lineValue,
    commit: (text) => ({ value: lineValue(text), notice: null }),
    formatForEditing: textOfValue,
    format: textOfValue,
  };
}

/**
 * How line fields parse input. Unlike form fields they neither truncate nor limit it: what the product's schema rejects
 * is reported at the field.
 */
export const lineKinds = {
  number: numberOfLine(false),
  money: numberOfLine(true),
  text: textOfLine(lineKind),
  verbatim: textOfLine(plainKind),
} as const satisfies Record<string, TypedKind>;

/** Converts a stored date or time to its input value. JSON Schema times have seconds, which the input omits. */
export const lineDate = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^(\d\d:\d\d):00$/, '$1') : '';
