import { Box, InputAdornment } from '@mui/material';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { textFormats } from '#schemas/texts/formats.ts';
import type { FieldProps } from './override.ts';
import { inputProps } from './scalar-inputs.tsx';

/** Color input: text with a browser color picker. */
export function ColourInput(props: FieldProps) {
  const { field, source } = props;
  const { setValue } = useFormContext();
  const value: unknown = useWatch({ name: source });
  const colour = typeof value === 'string' && textFormats.colour.fits(value) ? value : '#000000';
  const chooser = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={`Choose ${field.label}`}
        value={colour}
        onChange={(event) => setValue(source, event.target.value, { shouldDirty: true, shouldValidate: true })}
        sx={{ width: 28, height: 24, p: 0, border: 0, bgcolor: 'transparent' }}
      />
    </InputAdornment>
  );
  return (
    <TextInput
      {...inputProps(props)}
      parse={(text: string) => (text === '' ? null : text)}
      slotProps={{ input: { startAdornment: chooser } }}
    />
  );
}
