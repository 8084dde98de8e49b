import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOf } from '../../api/queries.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Combobox, type ComboboxOption } from '../../look/Combobox.tsx';

/** The person filter: a search among the users that the person may see. */
export function PersonFilter({ value, onChange }: { value: ComboboxOption | null; onChange: (id: string) => void }) {
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const people = useQuery({ ...listOf('users', { limit: 20, sort: 'name', search }), enabled: text !== undefined });
  const options = (people.data?.results ?? []).map(({ id, name, email }) => ({ id, name, note: email ?? '' }));
  return (
    <Combobox
      label="Person"
      value={value}
      options={options}
      isPending={people.isFetching || search !== text}
      onSearch={setText}
      onChange={(option) => onChange(option?.id ?? '')}
    />
  );
}
