import { type InputBaseComponentProps, TextField, type TextFieldProps } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { FieldTitle, InputHelperText, useInput, useResourceContext, type Validator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { DateControl } from '#portal/forms/dates/DateInput.tsx';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import type { TypedSource } from '#portal/forms/typed/typedInput.ts';
import { lineKind, numberKind } from '#portal/forms/typed/typedKinds.ts';
import { useValueSource } from '#portal/forms/typed/useValueSource.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { localMoment, momentFromLocal } from './local-moments.ts';
import { TypedTextField } from './TypedTextField.tsx';
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
    // react-hook-form takes undefined for a field that is not there.
    onChange: (next: unknown) => field.onChange(next ?? null),
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
  inputMode: 'decimal' | 'email' | 'tel' | 'text';
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
      slotProps={{ htmlInput: { inputMode } }}
    />
  );
}

const numbers = numberKind({ blankValue: () => null });
const dollars = numberKind({ isMoney: true, blankValue: () => null });

/** A number in any of the formats that people write; `whole` asks for one without decimals. */
export const NumberTextInput = ({ isWhole = false, ...props }: TypedInputProps & { isWhole?: boolean }) => (
  <ParsedInput {...props} kind={numbers} unread={unreadOf[isWhole ? 'integer' : 'number']} inputMode="decimal" />
);

/** An amount of money, $1,000.50 while nobody edits it. */
export const MoneyTextInput = ({ currency, ...props }: TypedInputProps & { currency: string }) => (
  <ParsedInput {...props} kind={moneyKind(currency)} unread={unreadOf.money} inputMode="decimal" />
);

const otherMoney = new Map<string, TypedKind>();

function moneyKind(currency: string): TypedKind {
  if (currency === 'USD') return dollars;
  const known = otherMoney.get(currency);
  const kind = known ?? { ...dollars, show: (value: unknown) => moneyText(value, currency) };
  otherMoney.set(currency, kind);
  return kind;
}

/** A text of one line, without the blanks around it. */
export const LineTextInput = (props: TypedInputProps) => <ParsedInput {...props} kind={lineKind} inputMode="text" />;

export const EmailTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineKind} unread={unreadOf.email} inputMode="email" />
);

export const PhoneTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineKind} unread={unreadOf.phone} inputMode="tel" />
);

/** A day as text, with the portal's calendar. */
export function DayTextInput(props: TypedInputProps) {
  const input = useParsedInput(props, unreadOf.date);
  const source = useValueSource({
    value: input.value ?? '',
    onChange: (next) => input.onChange(next === '' ? null : next),
    onLeave: input.onLeave,
  });
  return <DateField input={input} slot={{ picking: 'day', source }} name={nameOf(props)} />;
}

/** A moment, shown and typed in the reader's zone. */
export function MomentTextInput(props: TypedInputProps) {
  const input = useParsedInput(props, unreadOf.dateTime);
  const source = useValueSource({
    value: localMoment(typeof input.value === 'string' ? input.value : ''),
    onChange: (next) => input.onChange(typeof next === 'string' && next !== '' ? momentFromLocal(next) : null),
    onLeave: input.onLeave,
  });
  return <DateField input={input} slot={{ picking: 'moment', source }} name={nameOf(props)} />;
}

const nameOf = ({ label, source }: TypedInputProps) => (label === false ? source : label);

interface DateSlot {
  picking: 'day' | 'moment';
  source: TypedSource;
}

function DateField({
  input: { field, shown },
  slot,
  name,
}: {
  input: ReturnType<typeof useParsedInput>;
  slot: DateSlot;
  name: string;
}) {
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
        htmlInput: { slot: { ...slot, name } },
      }}
    />
  );
}

/** The portal's control of dates where MUI puts its input. */
function DateSlotInput({ slot, ref: _, value: __, onChange: ___, type: ____, ...control }: InputBaseComponentProps) {
  const { name, picking, source }: DateSlot & { name: string } = Object(slot);
  return <DateControl picking={picking} source={source} name={name} zoneName="" control={control} />;
}
