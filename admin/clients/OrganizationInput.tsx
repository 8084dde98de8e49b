import { required } from 'react-admin';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';

interface OrganizationInputProps {
  source: string;
  isDisabled?: boolean;
}

/** Picks the parent organization of a client: any entity except client entities. */
export function OrganizationInput({ source, isDisabled = false }: OrganizationInputProps) {
  return (
    <OrganizationPicker
      source={source}
      label="Organization"
      disabled={isDisabled}
      validate={isDisabled ? [] : required('Missing required field: Organization')}
      helperText="People in this organization and those above it can see the client."
    />
  );
}
