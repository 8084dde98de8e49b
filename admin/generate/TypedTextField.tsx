import { TextField, type TextFieldProps, useForkRef } from '@mui/material';
import { useRef, useState } from 'react';
import { steps } from '#portal/forms/fields/steps.ts';
import type { TypedKind } from '#portal/forms/typed/typedField.ts';
import { numberKind } from '#portal/forms/typed/typedKinds.ts';
import { useTypedInput } from '#portal/forms/typed/useTypedInput.ts';
import { useValueSource } from '#portal/forms/typed/useValueSource.ts';
import { stepped } from '#schemas/forms/kinds/number.ts';

const spinner = { inputMode: 'decimal', role: 'spinbutton' } as const;

/** A number of any size. */
export const plainNumber = numberKind({});

export interface TypedTextFieldProps
  extends Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'select' | 'multiline'> {
  kind: TypedKind;
  value: unknown;
  /** Called at each key with the value of the text, or with the text itself where it cannot be read. */
  onChange: (value: unknown) => void;
  onLeave?: (() => void) | undefined;
  /** A number steps by the arrow keys, as people know it from inputs of numbers. */
  isNumber?: boolean;
}

/** A text field of MUI that is read by a parser: what is typed stays as it is while the field has focus, and is formatted then. */
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
  const source = useValueSource({ value, onChange, onLeave });
  const { events, now, choose } = useTypedInput({ input, kind, source });
  const isFilled = isFocused || kind.show(value) !== '';
  return (
    <TextField
      autoComplete="off"
      {...props}
      inputRef={ref}
      // The text is written without React: MUI does not see whether there is any.
      slotProps={{
        ...slotProps,
        inputLabel: { shrink: isFilled },
        ...(isNumber
          ? { htmlInput: { ...spinner, 'aria-valuenow': typeof value === 'number' ? value : undefined } }
          : {}),
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const by = isNumber && !event.altKey ? steps[event.key] : undefined;
        if (by === undefined || event.defaultPrevented) return;
        event.preventDefault();
        choose(stepped(now()?.value, by, {}));
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
