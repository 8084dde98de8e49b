import { baseProperties } from '#schemas/resource/resource.ts';
import { type NestedResource, nestedIn, singularOf } from '../generate/catalogue.ts';
import { useVisible } from '../generate/field-access.ts';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { NestedList } from './NestedList.tsx';
import { useChildRecordsOf } from './useChildRecords.ts';

/** Tables of the child resources of the current record (x-store.under), generated or overridden. */
export function ChildTables() {
  const { resource, override } = useResourceScreen();
  return nestedIn(resource).map((child) => {
    const Own = override.children?.[child.name];
    return Own ? <Own key={child.name} /> : <ChildTable key={child.name} child={child} />;
  });
}

function ChildTable({ child }: { child: NestedResource }) {
  const source = useChildRecordsOf(child);
  const isVisible = useVisible();
  const one = singularOf(child).toLowerCase();
  const fields = child.fields.filter(
    ({ name, property }) => !(name in baseProperties) && name !== child.nested.field && !property.readOnly,
  );
  const editable = fields.filter(isVisible).map(({ name }) => name);
  const may = (operation: 'create' | 'update') => (child.nested.operations.includes(operation) ? editable : []);
  return (
    <NestedList
      source={source}
      words={{ title: child.label, add: `New ${one}`, one, none: 'Nothing here yet.' }}
      columns={child.columns.filter((name) => name !== child.nested.field)}
      formFields={{ create: may('create'), update: may('update') }}
      mayRemove={() => child.nested.operations.includes('delete')}
    />
  );
}
