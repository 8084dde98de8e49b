import type { TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';
import { FieldTitle, InputHelperText, useInput, useResourceContext, type Validator } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import { lineKind, numberKind } from '#portal/forms/typed/typedKinds.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { TypedTextField } from './TypedTextField.tsx';
import { parseValidators } from './validators.ts';

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

/** Connects a text parser to a react-admin input. Text that does not parse becomes the value, and an error on blur. */
export function useParsedInput(
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

/** Number input that accepts common formats; `isWhole` rejects decimals. */
export const NumberTextInput = ({ isWhole = false, ...props }: TypedInputProps & { isWhole?: boolean }) => (
  <ParsedInput
    {...props}
    kind={numberParser}
    unread={parseValidators[isWhole ? 'integer' : 'number']}
    inputMode="decimal"
  />
);

/** Amount input, shown as $1,000.50 while not focused. */
export const MoneyTextInput = ({ currency, ...props }: TypedInputProps & { currency: string }) => (
  <ParsedInput {...props} kind={moneyParser(currency)} unread={parseValidators.money} inputMode="decimal" />
);

/** Single-line text input; trims whitespace. */
export const LineTextInput = ({
  inputMode = 'text',
  ...props
}: TypedInputProps & { inputMode?: InputMode | undefined }) => (
  <ParsedInput {...props} kind={lineKind} inputMode={inputMode} />
);

export const EmailTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineKind} unread={parseValidators.email} inputMode="email" />
);

export const PhoneTextInput = (props: TypedInputProps) => (
  <ParsedInput {...props} kind={lineKind} unread={parseValidators.phone} inputMode="tel" />
);

/** react-hook-form treats undefined as an unregistered field, so empty is null. */
function orNull(kind: TypedKind): TypedKind {
  return {
    ...kind,
    parse: (text) => kind.parse(text) ?? null,
    commit: (text) => ({ value: kind.commit(text).value ?? null, notice: null }),
  };
}

/** Parser for numbers without bounds. */
export const numberParser = orNull(numberKind({}));

const dollars = orNull(numberKind({ money: 'shown' }));
const moneyKinds = new Map<string, TypedKind>([['USD', dollars]]);

/** Parser for amounts; formats as $1,000.50. */
export function moneyParser(currency: string): TypedKind {
  const cached = moneyKinds.get(currency);
  if (cached) return cached;
  const kind = { ...dollars, format: (value: unknown) => (value === null ? '' : moneyText(value, currency)) };
  moneyKinds.set(currency, kind);
  return kind;
}

/** Converts record values to the date field's text and back; an empty field stores null. */
export const dateInputValues = {
  day: {
    shown: (stored: unknown): string => (typeof stored === 'string' ? stored : ''),
    stored: (shown: unknown): unknown => (shown === '' ? null : shown),
  },
  moment: {
    shown: (stored: unknown): string => localMoment(typeof stored === 'string' ? stored : ''),
    stored: (shown: unknown): unknown => (typeof shown === 'string' && shown !== '' ? momentFromLocal(shown) : null),
  },
} as const;

/**
 * Shifts a stored moment for a date field, which shows UTC, so that it displays local time. Returns unparsable text
 * unchanged.
 */
export function localMoment(stored: string): string {
  const moment = storedMoment.test(stored) ? new Date(stored) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) return stored;
  return new Date(moment.getTime() - moment.getTimezoneOffset() * minute).toISOString();
}

/** Converts a date field's local time back to the moment to store; returns unparsable text unchanged. */
export function momentFromLocal(shown: string): string {
  const moment = storedMoment.test(shown) ? new Date(shown.slice(0, -1)) : undefined;
  return !moment || Number.isNaN(moment.getTime()) ? shown : moment.toISOString();
}

const storedMoment = /^\d{4}-\d\d-\d\dT.+Z$/;
const minute = 60_000;
