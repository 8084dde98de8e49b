import type { RaRecord } from 'react-admin';
import type { FieldComponent } from '../generate/override.ts';
import { NestedList, type NestedListProps } from './NestedList.tsx';
import type { NestedField, NestedName } from './useChildRecords.ts';
import { useChildRecords } from './useChildRecords.ts';

interface NestedRecordsProps<Name extends NestedName>
  extends Omit<NestedListProps, 'source' | 'columns' | 'formFields' | 'cells' | 'inputs' | 'onReorder'> {
  name: Name;
  columns: NestedField<Name>[];
  formFields: { create: NestedField<Name>[]; update: NestedField<Name>[] };
  cells?: { [Each in NestedField<Name>]?: FieldComponent };
  inputs?: { [Each in NestedField<Name>]?: FieldComponent };
  /** An additional condition for write access. */
  mayWrite?: boolean;
}

/** Child records of the current record. Field names are type-checked. */
export function NestedRecords<Name extends NestedName>({ name, mayWrite = true, ...rest }: NestedRecordsProps<Name>) {
  const source = useChildRecords(name);
  const can = (verb: Parameters<typeof source.can>[0], row?: RaRecord) => mayWrite && source.can(verb, row);
  return <NestedList {...rest} source={{ ...source, can }} />;
}
