import { Box, InputAdornment, Typography } from '@mui/material';
import {
  ArrayInput,
  AutocompleteArrayInput,
  CheckboxGroupInput,
  ReferenceArrayInput,
  SimpleFormIterator,
  SimpleFormIteratorClasses,
  TextArrayInput,
  TextInput,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { textFormats } from '#schemas/texts/formats.ts';
import { defaultSort, isAttachmentField, resourceByName } from './catalogue.ts';
import { AddRow, FieldGrid, RowCell } from './FieldGrid.tsx';
import { JsonInput } from './json/JsonInput.tsx';
import type { FieldComponent, FieldProps } from './override.ts';
import { ReadOnlyField } from './read-only.tsx';
import {
  BooleanFieldInput,
  DayFieldInput,
  EmailFieldInput,
  EnumFieldInput,
  enumChoices,
  IntegerFieldInput,
  inputProps,
  LazyAttachmentInput,
  LongTextInput,
  MarkdownFieldInput,
  MomentFieldInput,
  MoneyFieldInput,
  NumberFieldInput,
  PhoneFieldInput,
  ReferenceFieldInput,
  searchQuery,
  TextFieldInput,
} from './scalar-inputs.tsx';

/** Input of a field by its kind; read-only if the server owns the value. */
export function FieldInput(props: FieldProps) {
  const { field, source } = props;
  if (field.property.readOnly) return <ReadOnlyField field={field} source={source} />;
  const Input = inputs[field.kind];
  return <Input {...props} />;
}

function List(props: FieldProps) {
  const Input = listInputs[propertyKindOf(props.field.property.items ?? {}, `${props.field.name}/items`)];
  return <Input {...props} />;
}

const Texts: FieldComponent = (props) => <TextArrayInput {...inputProps(props)} />;

const Choices: FieldComponent = (props) => (
  <CheckboxGroupInput {...inputProps(props)} choices={enumChoices(props.field.property.items ?? {})} />
);

function References(props: FieldProps) {
  const target = resourceByName(props.field.property.items?.['x-ref'] ?? '');
  if (!target) return <Texts {...props} />;
  if (isAttachmentField(props.field.property)) return <LazyAttachmentInput {...props} />;
  return (
    <ReferenceArrayInput source={props.source} reference={target.path} sort={defaultSort(target)}>
      <AutocompleteArrayInput {...inputProps(props)} openOnFocus={false} filterToQuery={searchQuery} />
    </ReferenceArrayInput>
  );
}

function Rows(props: FieldProps) {
  const fields = fieldsOf(props.field.property.items ?? {}, props.field.name);
  return (
    <ArrayInput {...inputProps(props)}>
      <SimpleFormIterator
        inline
        fullWidth
        disableClear
        addButton={<AddRow fields={fields} />}
        sx={{ [`& .${SimpleFormIteratorClasses.form}`]: { flexWrap: { sm: 'wrap' } } }}
      >
        {fields.map((field) => (
          <RowCell key={field.name} kind={field.kind}>
            <FieldInput field={field} source={field.name} />
          </RowCell>
        ))}
      </SimpleFormIterator>
    </ArrayInput>
  );
}

/** Fields of an optional object are never required: an optional object may be absent as a whole. */
function ObjectInputs({ field, source }: FieldProps) {
  const fields = fieldsOf(field.property, field.name).map(
    (inner): Field => ({ ...inner, isRequired: inner.isRequired && field.isRequired }),
  );
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle1" sx={{ p: 0, mb: 1 }}>
        {field.label}
      </Typography>
      <Box sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}>
        <FieldGrid fields={fields}>
          {(inner) => <FieldInput field={inner} source={`${source}.${inner.name}`} />}
        </FieldGrid>
      </Box>
    </Box>
  );
}

/** Input for each kind of property. */
const inputs = {
  text: TextFieldInput,
  longText: LongTextInput,
  markdown: MarkdownFieldInput,
  email: EmailFieldInput,
  phone: PhoneFieldInput,
  colour: ColourInput,
  date: DayFieldInput,
  dateTime: MomentFieldInput,
  number: NumberFieldInput,
  integer: IntegerFieldInput,
  money: MoneyFieldInput,
  boolean: BooleanFieldInput,
  enum: EnumFieldInput,
  reference: ReferenceFieldInput,
  list: List,
  object: ObjectInputs,
  map: JsonInput,
} satisfies Record<PropertyKind, FieldComponent>;

/** Input of a list by the kind of its items. */
const listInputs = {
  text: Texts,
  longText: Texts,
  markdown: Texts,
  email: Texts,
  phone: Texts,
  colour: Texts,
  date: Texts,
  dateTime: JsonInput,
  number: JsonInput,
  integer: JsonInput,
  money: JsonInput,
  boolean: JsonInput,
  enum: Choices,
  reference: References,
  list: JsonInput,
  object: Rows,
  map: JsonInput,
} satisfies Record<PropertyKind, FieldComponent>;

/** Color input: text with a browser color picker. */
function ColourInput(props: FieldProps) {
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
