import { ArrayInput, required, SimpleFormIterator } from 'react-admin';
import type { User } from '#schemas/generated/types.ts';
import { fieldsOf } from '#schemas/resource/resource.ts';
import { MemberFlagsInput } from '../entities/member-flags.tsx';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';
import { AddRow } from '../generate/AddRow.tsx';
import type { FieldProps } from '../generate/override.ts';
import { inputProps } from '../generate/scalar-inputs.tsx';
import { useSession } from '../provider/session.ts';

/**
 * Entities of a new user. Required for users who may only create users in their own tree (design 4), so the first row
 * is there already.
 */
export function MembershipsInput(props: FieldProps) {
  const viewer = useSession()?.user;
  if (!viewer) return null;
  const isNeeded = makesOnlyMembers(viewer);
  const { label, property } = props.field;
  const missing = `Missing required field: ${label}. Users you create must belong to one of your entities.`;
  const flags = fieldsOf(property.items ?? {}, props.field.name).find(({ name }) => name === 'flags');
  return (
    <ArrayInput
      {...inputProps(props)}
      {...(isNeeded ? { defaultValue: [{}], validate: required(missing) } : {})}
      isRequired={isNeeded}
    >
      <SimpleFormIterator inline fullWidth disableClear disableReordering addButton={<AddRow fields={[]} />}>
        <OrganizationPicker
          source="entity"
          label="Entity"
          validate={required(isNeeded ? missing : 'Missing required field: Entity')}
        />
        {flags ? <MemberFlagsInput field={flags} source="flags" /> : null}
      </SimpleFormIterator>
    </ArrayInput>
  );
}

const makesOnlyMembers = ({ roles }: User) => roles.includes('AGENCY_ADMIN') && !roles.includes('ADMIN');
