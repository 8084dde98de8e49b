import { ArrayInput, SelectInput, SimpleFormIterator, TextInput, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { recipientVariables } from '#schemas/mail/merge-fields.ts';
import { fieldsOf, labelOf } from '#schemas/resource/resource.ts';
import { AddRow } from '../generate/AddRow.tsx';
import type { FieldProps } from '../generate/override.ts';

const types = [
  { id: 'variable', name: 'Role' },
  { id: 'static', name: 'Address' },
];

const people = recipientVariables.map((name) => ({ id: name, name: labelOf(name) }));

/** Whom a message goes to: people by what they are to the order, or addresses as they stand (spec 3). */
export function RecipientsInput({ source, field }: FieldProps) {
  return (
    <ArrayInput source={source} label={field.label} helperText={false}>
      <SimpleFormIterator
        inline
        fullWidth
        disableClear
        disableReordering
        addButton={<AddRow fields={startingFields(field)} />}
      >
        <SelectInput source="type" label="By" choices={types} helperText={false} />
        <Recipient />
      </SimpleFormIterator>
    </ArrayInput>
  );
}

/** A new row is for the client: the usual case. */
function startingFields(field: FieldProps['field']) {
  const starts: Record<string, string | undefined> = { type: 'variable', value: 'client' };
  return fieldsOf(field.property.items ?? {}, field.name).map((each) => ({
    ...each,
    property: { ...each.property, default: starts[each.name] },
  }));
}

function Recipient() {
  const type: unknown = useWatch({ name: useWrappedSource('type') });
  const missing = 'Missing required field: Recipient';
  const validate = (value: unknown) => (value === undefined || value === null || value === '' ? missing : undefined);
  if (type === 'static') {
    return <TextInput source="value" label="Recipient" type="email" helperText={false} validate={validate} />;
  }
  return <SelectInput source="value" label="Recipient" choices={people} helperText={false} validate={validate} />;
}
