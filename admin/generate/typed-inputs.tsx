import { type InputBaseComponentProps, TextField, type TextFieldProps } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { FieldTitle, InputHelperText, useInput, useResourceContext, type Validator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { DateControl } from '#portal/forms/dates/DateInput.tsx';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import type { TypedSource } from '#portal/forms/typed/typedInput.ts';
import { useValueSource } from '#portal/forms/typed/useValueSource.ts';
import { TypedTextField } from './TypedTextField.tsx';
import { dateInputValues, lineInputKind, moneyInputKind, numberInputKind } from './typed-kinds.ts';
import { unreadOf } from './validators.ts';

export interface TypedInputProps {
  source: string;
  label: string | false;
  helperText?: ReactNode;
  validate?: Validator[];
  autoFocus?: boolean;
  onFocus?: TextFieldProps['onFocus'];
  onBlur?: TextFieldProps['onBlur'];
}

type InputMode = 'decimal' | 'email' | 'tel' | 'text' | 'url';

const asIs = (value: unknown): unknown => value;

/** One input of react-admin's form that is read by a parser. A text that cannot be read is its value, and a problem once it is left. */
function useParsedInput(
  { source, label, helperText = false, validate = [] }: TypedInputProps,
  unread: Validator | undefined,
) {
  const resource = useResourceContext();
  const { trigger } = useFormContext();
  const { id, field, fieldState, isRequired } = useInput({
    source,
    format: asIs,
    parse: asIs,
    validate: unread ? [unread, ...validate] : validate,
  });
  const { error, invalid } = fieldState;
  const value: unknown = field.value;
  return {
    field,
    value,
    onChange: (next: unknown) => field.onChange(next),
    onLeave: () => {
      field.onBlur();
      if (unread?.(value, {}, {}) !== undefined) void trigger(field.name);
    },
    shown: {
      id,
      name: field.name,
      label:
        label === false ? undefined : (
          <FieldTitle label={label} source={source} resource={resource ?? ''} isRequired={isRequired} />
        ),
      error: invalid,
      helperText:
        helperText === false && !error ? undefined : <InputHelperText error={error?.message} helperText={helperText} />,
    },
  };
}

function ParsedInput({
  kind,
  unread,
  inputMode,
  ...props
}: TypedInputProps & {
  kind: TypedKind;
  unread?: Validator | undefined;
  inputMode: InputMode;
}) {
  const { field, value, onChange, onLeave, shown } = useParsedInput(props, unread);
  return (
    <TypedTextField
      {...shown}
      kind={kind}
      value={value}
      onChange={onChange}
      onLeave={onLeave}
      inputRef={field.ref}
      autoFocus={props.autoFocus ?? false}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
      isNumber={inputMode === 'decimal'}
      slotProps={{ htmlInput: { inputMode } }}
    />
  );
}

/** A number in any of the formats that people write; `whole` asks for one without decimals. */
export const NumberTextInput = ({ isWhole = false, ...props }: TypedInputProps & { isWhole?: boolean }) => (
  <ParsedInput
    {...props}
    kind={numberInputKind}
    unread={unreadOf[isWhole ? 'integer' : 'number']}
    inputMode="decimal"
  />
);

/** An amount of money, $1,000.50 while nobody edits it. */
export const MoneyTextInput = ({ currency, ...props }: TypedInputProps & { currency: string }) => (
  <ParsedInput {...props} kind={moneyInputKind(currency)} unread={unreadOf.money} inputMode="decimal" />
);

/** A text of one line, without the blanks around it. */
export const LineTextInput = ({
  inputMode = 'text',
  ...props
}: TypedInputProps & { inputMode?: InputMode | undefined }) => (
  <ParsedInput {...props} kind={lineInputKind} inputMode={inputMode} />
);

export const EmailTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineInputKind} unread={unreadOf.email} inputMode="email" />
);

export const PhoneTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineInputKind} unread={unreadOf.phone} inputMode="tel" />
);

/** A day as text, with the portal's calendar. */
export const DayTextInput = (props: TypedInputProps) => <DateTextInput {...props} picking="day" />;

/** A moment, shown and typed in the reader's zone. */
export const MomentTextInput = (props: TypedInputProps) => <DateTextInput {...props} picking="moment" />;

function DateTextInput({ picking, ...props }: TypedInputProps & { picking: 'day' | 'moment' }) {
  const input = useParsedInput(props, picking === 'day' ? unreadOf.date : unreadOf.dateTime);
  const { shown, stored } = dateInputValues[picking];
  const source = useValueSource({
    value: shown(input.value),
    onChange: (next) => input.onChange(stored(next)),
    onLeave: input.onLeave,
  });
  return <DateField input={input} slot={{ picking, source, name: props.label || props.source }} />;
}

interface DateSlot {
  picking: 'day' | 'moment';
  source: TypedSource;
  /** The field's name, for its calendar. */
  name: string;
}

function DateField({ input: { field, shown }, slot }: { input: ReturnType<typeof useParsedInput>; slot: DateSlot }) {
  const { ref } = field;
  const { id } = shown;
  // The control keeps its own reference to its element.
  useEffect(() => ref({ focus: () => document.getElementById(id)?.focus() }), [ref, id]);
  return (
    <TextField
      {...shown}
      slotProps={{
        inputLabel: { shrink: true },
        input: { inputComponent: DateSlotInput },
        htmlInput: { slot },
      }}
    />
  );
}

/** The portal's control of dates where MUI puts its input. */
function DateSlotInput({ slot, ref: _, value: __, onChange: ___, type: ____, ...control }: InputBaseComponentProps) {
  const { name, picking, source }: DateSlot = Object(slot);
  return <DateControl picking={picking} source={source} name={name} zoneName="" control={control} />;
}
