import { ArrayInput, SelectInput, SimpleFormIterator, TextInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { MergeField } from '#schemas/mail/merge-fields.ts';
import { fieldsOf, labelOf } from '#schemas/resource/resource.ts';
import { AddRow } from '../generate/FieldGrid.tsx';
import type { FieldProps } from '../generate/override.ts';

const types = [
  { id: 'variable', name: 'Role' },
  { id: 'static', name: 'Address' },
];

interface RecipientsInputProps extends FieldProps {
  /** Recipient variables that can be chosen. */
  people: readonly string[];
  /** Labels for the variables. */
  fields?: readonly MergeField[];
}

/** Recipients of a message: variables such as the order's client, or fixed addresses (spec 3). */
export function RecipientsInput({ source, field, people, fields = [] }: RecipientsInputProps) {
  const choices = people.map((id) => ({ id, name: fields.find(({ name }) => name === id)?.label ?? labelOf(id) }));
  return (
    <ArrayInput source={source} label={field.label} helperText={false}>
      <SimpleFormIterator
        inline
        fullWidth
        disableClear
        disableReordering
        addButton={<AddRow fields={startingFields(field, people)} />}
      >
        <SelectInput source="type" label="Type" choices={types} helperText={false} />
        <Recipient choices={choices} />
      </SimpleFormIterator>
    </ArrayInput>
  );
}

/** A new row starts with the first variable, the client if there is one. */
function startingFields(field: FieldProps['field'], [likeliest]: readonly string[]) {
  const starts: Record<string, string | undefined> = { type: 'variable', value: likeliest };
  return fieldsOf(field.property.items ?? {}, field.name).map((each) => ({
    ...each,
    property: { ...each.property, default: starts[each.name] },
  }));
}

function Recipient({ choices }: { choices: { id: string; name: string }[] }) {
  const type: unknown = useWatch({ name: useWrappedSource('type') });
  const missing = 'Missing required field: Recipient';
  const validate = (value: unknown) => (value === undefined || value === null || value === '' ? missing : undefined);
  if (type === 'static') {
    return <TextInput source="value" label="Recipient" type="email" helperText={false} validate={validate} />;
  }
  return <SelectInput source="value" label="Recipient" choices={choices} helperText={false} validate={validate} />;
}
