import WarningAmber from '@mui/icons-material/WarningAmber';
import { Box, InputAdornment } from '@mui/material';
import {
  AutocompleteInput,
  BooleanInput,
  DateInput,
  DateTimeInput,
  NumberInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useWrappedSource,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useDoubt } from '#portal/editing/useDoubt.ts';
import { inputModeOf } from '#portal/forms/inputMode.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable } from '#schemas/resource/kind.ts';
import { type Field, valueLabel } from '#schemas/resource/resource.ts';
import { currencySign } from '#schemas/texts/money.ts';
import { AttachmentInput } from './attachments/AttachmentInput.tsx';
import { isAttached, resourceNamed, sortOf } from './catalogue.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { validatorsOf } from './validators.ts';

/** What every input is told by its field. */
export const told = ({ field, source, rules }: FieldProps) => ({
  source,
  label: field.label,
  helperText: field.property.description ?? (false as const),
  validate: [...validatorsOf(field), ...(rules ? [rules] : [])],
});

/** What an autocomplete asks the server for: its search, once something is typed. */
export const lookUp = (text: string) => (text === '' ? {} : { q: text });

/** The values of an enum with the words for them. */
export function choicesOf(property: Property): { id: unknown; name: string }[] {
  return (property.enum ?? [])
    .filter((value) => value !== null)
    .map((value) => ({ id: value, name: valueLabel(value, property) }));
}

/** An emptied text stays text: `null` is for values that may be null (design 3). */
const keepText = (value: string) => value;

/** A text of a record, which is not about the person who types it: the browser offers none of that person's details. */
const lineOf = (props: FieldProps) => ({
  ...told(props),
  parse: keepText,
  autoComplete: 'off',
  slotProps: { htmlInput: { inputMode: inputModeOf(props.field.property) } },
});

export const Text: FieldComponent = (props) =>
  props.field.property['x-expects'] ? <Expecting {...props} /> : <TextInput {...lineOf(props)} />;

/** A text that should be something: what is none is taken, with a warning. */
function Expecting(props: FieldProps) {
  const { doubt, focus, leave } = useDoubt(useWatch({ name: useWrappedSource(props.source) }), props.field.property);
  const { helperText, ...input } = lineOf(props);
  return (
    <TextInput {...input} helperText={doubt ? <Warning text={doubt} /> : helperText} onFocus={focus} onBlur={leave} />
  );
}

function Warning({ text }: { text: string }) {
  return (
    <Box component="span" role="status" sx={{ display: 'flex', gap: 0.5, color: 'warning.main' }}>
      <WarningAmber sx={{ fontSize: 16 }} />
      <span>{text}</span>
    </Box>
  );
}

export const LongText: FieldComponent = (props) => (
  <TextInput {...told(props)} parse={keepText} multiline minRows={2} maxRows={20} />
);

export const Markdown: FieldComponent = (props) => (
  <TextInput
    {...told(props)}
    helperText={props.field.property.description ?? 'Markdown'}
    parse={keepText}
    multiline
    minRows={6}
    maxRows={20}
  />
);

export const Email: FieldComponent = (props) => <TextInput {...lineOf(props)} type="email" />;

export const Phone: FieldComponent = (props) => <TextInput {...lineOf(props)} type="tel" />;

/** A day is the same in every zone. */
export const Day: FieldComponent = (props) => (
  <DateInput {...told(props)} parse={(value: string) => (value === '' ? null : value)} />
);

/** Shown and typed in the reader's zone, kept as a moment. */
export const Moment: FieldComponent = (props) => (
  <DateTimeInput {...told(props)} parse={(value: string) => (value === '' ? null : new Date(value).toISOString())} />
);

export const Numeric: FieldComponent = (props) => <NumberInput {...told(props)} step="any" />;
export const Whole: FieldComponent = (props) => <NumberInput {...told(props)} step={1} />;

export function Money(props: FieldProps) {
  const sign = currencySign(props.field.property['x-money'] ?? '');
  const adornment = <InputAdornment position="start">{sign}</InputAdornment>;
  return <NumberInput {...told(props)} step={0.01} slotProps={{ input: { startAdornment: adornment } }} />;
}

export const YesNo: FieldComponent = (props) => <BooleanInput {...told(props)} />;

/** What has a default always has a value. */
const canBeEmpty = ({ property, isRequired }: Field) =>
  isNullable(property) || (!isRequired && property.default === undefined);

export const Choice: FieldComponent = (props) => (
  <SelectInput {...told(props)} choices={choicesOf(props.field.property)} resettable={canBeEmpty(props.field)} />
);

/** Found by typing; the server's own search and order of that resource. */
export const Reference: FieldComponent = (props) => {
  const target = resourceNamed(props.field.property['x-ref'] ?? '');
  if (!target) return <Text {...props} />;
  if (isAttached(props.field.property)) return <AttachmentInput {...props} />;
  return (
    <ReferenceInput source={props.source} reference={target.path} sort={sortOf(target)}>
      <AutocompleteInput {...told(props)} filterToQuery={lookUp} />
    </ReferenceInput>
  );
};
