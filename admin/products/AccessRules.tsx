import { useEffect, useRef } from 'react';
import { AutocompleteInput, ReferenceInput, required } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AccessRule } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { searchQuery } from '../generate/scalar-inputs.tsx';
import { useFieldValue } from '../generate/useFieldValue.ts';
import { NestedRecords } from '../nested/NestedRecords.tsx';

const places: Record<AccessRule['refType'], { path: string; label: string }> = {
  user: { path: 'users', label: 'User' },
  entity: { path: 'entities', label: 'Entity' },
};

const placeOf = (refType: unknown) => (refType === 'entity' ? places.entity : places.user);

/** Access rules of a product: the highest priority wins, on a tie revoke (design 4). */
export function AccessRules() {
  return (
    <NestedRecords
      name="AccessRule"
      words={{
        title: 'Access rules',
        add: 'Add a rule',
        one: 'rule',
        none: 'No access rules. Availability alone determines who can order this product.',
      }}
      columns={['refId', 'refType', 'rule', 'priority']}
      formFields={{
        create: ['refType', 'refId', 'rule', 'priority'],
        update: ['refType', 'refId', 'rule', 'priority'],
      }}
      labels={{ refId: 'User or entity' }}
      cells={{ refId: RefCell }}
      inputs={{ refId: RefInput }}
    />
  );
}

function RefCell({ source }: FieldProps) {
  const { path } = placeOf(useFieldValue('refType'));
  return <ReferenceLink source={source} reference={path} />;
}

/** Autocomplete for a user or an entity, depending on the rule's type. */
function RefInput({ source }: FieldProps) {
  const refType: unknown = useWatch({ name: 'refType' });
  const { setValue } = useFormContext();
  const before = useRef(refType);
  useEffect(() => {
    if (before.current === refType) return;
    if (before.current !== undefined) setValue(source, '', { shouldDirty: true });
    before.current = refType;
  }, [refType, source, setValue]);
  // Wait until the type is chosen.
  if (refType !== 'user' && refType !== 'entity') return null;
  const { path, label } = placeOf(refType);
  return (
    <ReferenceInput key={path} source={source} reference={path} sort={{ field: 'name', order: 'ASC' }}>
      <AutocompleteInput
        label={label}
        filterToQuery={searchQuery}
        helperText={false}
        validate={required(`Missing required field: ${label}`)}
      />
    </ReferenceInput>
  );
}
