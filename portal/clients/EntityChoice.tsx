import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#schemas/generated/types.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Field } from '../look/Field.tsx';

type EntityNode = Pick<Entity, 'id' | 'name' | 'subType'> & { children: EntityNode[] };

/** Which organisation a new client belongs to; asked of people who belong to several (design 4). */
export function EntityChoice({ value, onChange }: { value: string; onChange: (entityId: string) => void }) {
  const tree = useQuery({
    queryKey: ['entities', 'tree'],
    queryFn: ({ signal }) => request<EntityNode[]>({ path: 'entities/tree', signal }),
  });
  if (tree.error) return <Banner status="error" title={tree.error.message} />;
  return (
    <Field
      label="Organization"
      isRequired
      hint="You belong to several: which one is this client's?"
      error={value === '' ? 'Missing required field: Organization' : undefined}
    >
      {(control) => (
        <select {...control} ref={goTo} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">Choose one</option>
          {organisationsOf(tree.data ?? []).map(({ id, name, depth }) => (
            <option key={id} value={id}>
              {'\u00a0\u00a0'.repeat(depth)}
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** It appears because it has to be answered. */
const goTo = (select: HTMLSelectElement | null) => select?.focus();

/** The tree as lines, without the clients that hang in it. */
function organisationsOf(nodes: readonly EntityNode[], depth = 0): { id: string; name: string; depth: number }[] {
  return nodes
    .filter(({ subType }) => subType !== 'client')
    .flatMap(({ id, name, children }) => [{ id, name, depth }, ...organisationsOf(children, depth + 1)]);
}
