import { type InputBaseComponentProps, TextField } from '@mui/material';
import { useEffect } from 'react';
import { DateControl } from '#portal/forms/dates/DateControl.tsx';
import type { TypedSource } from '#portal/forms/typed/typedInput.ts';
import { useControlledSource } from '#portal/forms/typed/useControlledSource.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { dateInputValues, type TypedInputProps, useParsedInput } from './typed-inputs.tsx';
import { parseValidators } from './validators.ts';

/** Input for a date, or for a date and time in the user's time zone. Uses the portal's calendar. */
export function DateTextInput({ picking, ...props }: TypedInputProps & { picking: 'day' | 'moment' }) {
  const input = useParsedInput(props, picking === 'day' ? parseValidators.date : parseValidators.dateTime);
  const { shown, stored } = dateInputValues[picking];
  const source = useControlledSource({
    value: shown(input.value),
    onChange: (next) => input.onChange(stored(next)),
    onLeave: input.onLeave,
  });
  return (
    <DateField
      input={input}
      slot={{ picking, source, name: props.label || labelOf(props.source.split('.').at(-1) ?? '') }}
    />
  );
}

interface DateSlot {
  picking: 'day' | 'moment';
  source: TypedSource;
  /** Field name, for the calendar's label. */
  name: string;
}

function DateField({ input: { field, shown }, slot }: { input: ReturnType<typeof useParsedInput>; slot: DateSlot }) {
  const { ref } = field;
  const { id } = shown;
  // DateControl owns the ref to its element, so focus goes by id.
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

/** Renders the portal's DateControl as MUI's input component. */
function DateSlotInput({ slot, ref: _, value: __, onChange: ___, type: ____, ...control }: InputBaseComponentProps) {
  const { name, picking, source }: DateSlot = Object(slot);
  return <DateControl picking={picking} source={source} name={name} zoneName="" control={control} />;
}
