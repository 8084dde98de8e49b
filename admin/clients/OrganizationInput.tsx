import { AutocompleteInput, ReferenceInput, required } from 'react-admin';
import { lookUp } from '../generate/scalar-inputs.tsx';

interface OrganizationInputProps {
  source: string;
  isDisabled?: boolean;
}

/** Chooses what a client belongs to: any entity but the places of other clients. */
export function OrganizationInput({ source, isDisabled = false }: OrganizationInputProps) {
  return (
    <ReferenceInput
      source={source}
      reference="entities"
      filter={{ subType: 'abstract' }}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <AutocompleteInput
        label="Organization"
        filterToQuery={lookUp}
        disabled={isDisabled}
        validate={isDisabled ? [] : required('Missing required field: Organization')}
        helperText="Where the client belongs: people there and above see it."
      />
    </ReferenceInput>
  );
}
