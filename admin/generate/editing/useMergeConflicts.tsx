import { RecordContextProvider } from 'react-admin';
import type { MergeChoice } from '#portal/editing/MergeDialog.tsx';
import { mergeChoices } from '#portal/editing/mergeChoices.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { ReadOnlyField } from '../read-only.tsx';
import { useResourceScreen } from '../resource-screen.tsx';
import { useEditedRecord } from './EditRecord.tsx';
import type { StoredRecord } from './recordEditing.ts';

/**
 * Returns a function that lists merge conflicts with somebody else's version: whole fields rendered as on the page,
 * parts of fields as text.
 */
export function useMergeConflicts(): (theirs: StoredRecord) => MergeChoice[] {
  const { resource, override } = useResourceScreen();
  const { draft } = useEditedRecord().editing;
  const { fields } = resource;
  const place = recordPlace({ properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])) });
  const look = (field: Field, record: object) => (
    <RecordContextProvider value={record}>
      <ReadOnlyField field={field} source={field.name} shown={override.cells?.[field.name]} hasLabel={false} />
    </RecordContextProvider>
  );
  return (theirs) => {
    const sides = draft.threeWayMerge(theirs);
    return mergeChoices(place, sides).map((choice) => {
      const field = fields.find(({ name }) => choice.path === `/${name}`);
      return field ? { ...choice, saved: look(field, sides.theirs), mine: look(field, sides.mine) } : choice;
    });
  };
}
