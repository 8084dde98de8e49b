import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { useSimpleFormIterator } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';

/** Adds a row with the default values of its fields. */
export function AddRow({ fields }: { fields: Field[] }) {
  const { add } = useSimpleFormIterator();
  const defaults = Object.fromEntries(
    fields.flatMap(({ name, property }) => (property.default === undefined ? [] : [[name, property.default]])),
  );
  return (
    <Button size="small" startIcon={<Add />} onClick={() => add(defaults)}>
      Add
    </Button>
  );
}
