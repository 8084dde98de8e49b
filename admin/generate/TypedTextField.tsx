import { TextField, type TextFieldProps, useForkRef } from '@mui/material';
import { useRef, useState } from 'react';
import { numberKeySteps } from '#portal/forms/fields/numberSteps.ts';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import { numberKind } from '#portal/forms/typed/typedKinds.ts';
import { useControlledSource } from '#portal/forms/typed/useControlledSource.ts';
import { useTypedInput } from '#portal/forms/typed/useTypedInput.ts';
import { stepValue } from '#schemas/forms/kinds/step-value.ts';

const spinner = { inputMode: 'decimal', role: 'spinbutton' } as const;

/** Parser for numbers without bounds. */
export const unboundedNumber = numberKind({});

export interface TypedTextFieldProps
  extends Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'select' | 'multiline'> {
  kind: TypedKind;
  value: unknown;
  /** Called on each key with the parsed value, or with the text if it does not parse. */
  onChange: (value: unknown) => void;
  onLeave?: (() => void) | undefined;
  /** Arrow keys step the value, as in number inputs. */
  isNumber?: boolean;
}

/** MUI text field with a parser. The text stays as typed while focused and is formatted on blur. */
export function TypedTextField({
  kind,
  value,
  onChange,
  onLeave,
  isNumber = false,
  onFocus,
  onBlur,
  onKeyDown,
  inputRef,
  slotProps,
  ...props
}: TypedTextFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const ref = useForkRef(input, inputRef);
  const [isFocused, setFocused] = useState(false);
  const source = useControlledSource({ value, onChange, onLeave });
  const { events, now, choose } = useTypedInput({ input, kind, source });
  const isFilled = isFocused || kind.format(value) !== '';
  return (
    <TextField
      autoComplete="off"
      {...props}
      inputRef={ref}
      // The text is written to the DOM directly, so MUI cannot tell whether the field is filled.
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: isFilled },
        ...(isNumber
          ? { htmlInput: { ...spinner, 'aria-valuenow': typeof value === 'number' ? value : undefined } }
          : {}),
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const by = isNumber && !event.altKey ? numberKeySteps[event.key] : undefined;
        if (by === undefined || event.defaultPrevented) return;
        event.preventDefault();
        choose(stepValue(now()?.value, by, {}));
      }}
      onFocus={(event) => {
        onFocus?.(event);
        setFocused(true);
        events.onFocus();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        setFocused(false);
        events.onBlur();
      }}
    />
  );
}
