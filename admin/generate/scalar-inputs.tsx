import WarningAmber from '@mui/icons-material/WarningAmber';
import { Box } from '@mui/material';
import { AutocompleteInput, BooleanInput, ReferenceInput, SelectInput, TextInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useFormatWarning } from '#portal/editing/useFormatWarning.ts';
import { inputModeOf } from '#portal/forms/inputMode.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { isNullable } from '#schemas/resource/kind.ts';
import { type Field, valueLabel } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { defaultSort, isAttachmentField, resourceByName } from './catalogue.ts';
import type { FieldComponent, FieldProps } from './override.ts';
import { EmailTextInput, LineTextInput, MoneyTextInput, NumberTextInput, PhoneTextInput } from './typed-inputs.tsx';
import { validatorsOf } from './validators.ts';

/** Props of a react-admin input for a field: label, help text and validators. */
export const inputProps = ({ field, source, rules }: FieldProps) => ({
  source,
  label: field.label,
  helperText: field.property.description ?? (false as const),
  validate: [...validatorsOf(field), ...(rules ? [rules] : [])],
});

/** Query of an autocomplete: the API's search, if text was typed. */
export const searchQuery = (text: string) => (text === '' ? {} : { q: text });

/** Enum values with their labels. */
export function enumChoices(property: Property): { id: unknown; name: string }[] {
  return (property.enum ?? [])
    .filter((value) => value !== null)
    .map((value) => ({ id: value, name: valueLabel(value, property) }));
}

/** Keeps an empty text as ''; react-admin's default null is only valid for nullable values (design 3). */
const identity = (value: string) => value;

export const TextFieldInput: FieldComponent = (props) =>
  props.field.property['x-expects'] ? (
    <HintedText {...props} />
  ) : (
    <LineTextInput {...inputProps(props)} inputMode={inputModeOf(props.field.property)} />
  );

/** Text input with a format hint (`x-expects`): other text is saved, but shows a warning. */
function HintedText(props: FieldProps) {
  const { warning, focus, leave } = useFormatWarning(
    useWatch({ name: useWrappedSource(props.source) }),
    props.field.property,
  );
  const { helperText, ...input } = inputProps(props);
  return (
    <LineTextInput
      {...input}
      inputMode={inputModeOf(props.field.property)}
      helperText={warning ? <Warning text={warning} /> : helperText}
      onFocus={focus}
      onBlur={leave}
    />
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

export const LongTextInput: FieldComponent = (props) => (
  <TextInput {...inputProps(props)} parse={identity} multiline minRows={2} maxRows={20} />
);

export const MarkdownFieldInput: FieldComponent = (props) => (
  <TextInput
    {...inputProps(props)}
    helperText={props.field.property.description ?? 'Markdown'}
    parse={identity}
    multiline
    minRows={6}
    maxRows={20}
  />
);

export const EmailFieldInput: FieldComponent = (props) => <EmailTextInput {...inputProps(props)} />;

export const PhoneFieldInput: FieldComponent = (props) => <PhoneTextInput {...inputProps(props)} />;

/** Input height in pixels, for the skeleton. */
const height = 48;

/** Lazy: few records have files or dates. */
export const LazyAttachmentInput = lazyComponent(
  async () => (await import('./attachments/AttachmentInput.tsx')).AttachmentInput,
  {
    height,
  },
);
export const LazyDateTextInput = lazyComponent(async () => (await import('./DateTextInput.tsx')).DateTextInput, {
  height,
});

export const DayFieldInput: FieldComponent = (props) => <LazyDateTextInput {...inputProps(props)} picking="day" />;

export const MomentFieldInput: FieldComponent = (props) => (
  <LazyDateTextInput {...inputProps(props)} picking="moment" />
);

export const NumberFieldInput: FieldComponent = (props) => <NumberTextInput {...inputProps(props)} />;
export const IntegerFieldInput: FieldComponent = (props) => <NumberTextInput {...inputProps(props)} isWhole />;

export const MoneyFieldInput: FieldComponent = (props) => (
  <MoneyTextInput {...inputProps(props)} currency={props.field.property['x-money'] ?? 'USD'} />
);

export const BooleanFieldInput: FieldComponent = (props) => <BooleanInput {...inputProps(props)} />;

/** A field with a default always has a value. */
const canBeEmpty = ({ property, isRequired }: Field) =>
  isNullable(property) || (!isRequired && property.default === undefined);

export const EnumFieldInput: FieldComponent = (props) => (
  <SelectInput
    {...inputProps(props)}
    choices={enumChoices(props.field.property)}
    resettable={canBeEmpty(props.field)}
  />
);

/** Autocomplete for a reference, with the search and sort order of its resource. */
export const ReferenceFieldInput: FieldComponent = (props) => {
  const target = resourceByName(props.field.property['x-ref'] ?? '');
  if (!target) return <TextFieldInput {...props} />;
  if (isAttachmentField(props.field.property)) return <LazyAttachmentInput {...props} />;
  return (
    <ReferenceInput source={props.source} reference={target.path} sort={defaultSort(target)}>
      <AutocompleteInput {...inputProps(props)} openOnFocus={false} filterToQuery={searchQuery} />
    </ReferenceInput>
  );
};
