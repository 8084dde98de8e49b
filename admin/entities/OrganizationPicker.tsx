import {
  AutocompleteInput,
  type AutocompleteInputProps,
  ChoicesContextProvider,
  ReferenceInput,
  useChoicesContext,
  useGetMany,
} from 'react-admin';
import type { Entity } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { inputProps, searchQuery } from '../generate/scalar-inputs.tsx';

interface OrganizationPickerProps
  extends Pick<AutocompleteInputProps, 'label' | 'helperText' | 'disabled' | 'validate'> {
  source: string;
  /** Filters the choices. */
  isFit?: (entity: Entity) => boolean;
}

/**
 * Autocomplete for organizations, labeled with their full path: 'North / Harbor / Docks'. Leaves out client entities,
 * which have no members.
 */
export function OrganizationPicker({ source, ...input }: OrganizationPickerProps) {
  return (
    <ReferenceInput
      source={source}
      reference="entities"
      filter={{ subType: 'abstract' }}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <Organizations {...input} />
    </ReferenceInput>
  );
}

/** The picker as the input of a record's field. */
export function OrganizationFieldInput(props: FieldProps) {
  return <OrganizationPicker {...inputProps(props)} />;
}

function Organizations({ isFit = () => true, ...input }: Omit<OrganizationPickerProps, 'source'>) {
  const choices = useChoicesContext<Entity>();
  const all = choices.allChoices ?? [];
  const above = [...new Set(all.flatMap(({ treeScope = [] }) => treeScope.slice(1)))];
  const { data = [] } = useGetMany<Entity>('entities', { ids: above }, { enabled: above.length > 0 });
  // Ancestors that the user may not read are missing from the path.
  const names = new Map([...all, ...data.filter(Boolean)].map(({ id, name }) => [id, name]));
  const pathOf = ({ id, treeScope = [id] }: Entity) =>
    treeScope
      .flatMap((each) => names.get(each) ?? [])
      .toReversed()
      .join(' / ');
  const { availableChoices = [] } = choices;
  const fitting =
    choices.allChoices === undefined
      ? choices
      : { ...choices, allChoices: all.filter(isFit), availableChoices: availableChoices.filter(isFit) };
  return (
    <ChoicesContextProvider value={fitting}>
      <AutocompleteInput {...input} openOnFocus={false} optionText={pathOf} filterToQuery={searchQuery} />
    </ChoicesContextProvider>
  );
}
