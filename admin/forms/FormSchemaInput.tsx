import { lazy, Suspense } from 'react';
import { useRecordContext } from 'react-admin';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps } from '../generate/override.ts';

const FormDraftBar = lazy(async () => ({ default: (await import('./FormDraftBar.tsx')).FormDraftBar }));

/** The form's fields as JSON, and what is kept of unfinished work on them; a form that is not made yet has none. */
export function FormSchemaInput(props: FieldProps) {
  const record = useRecordContext();
  return (
    <>
      <JsonInput {...props} />
      {record?.id ? (
        <Suspense>
          <FormDraftBar source={props.source} />
        </Suspense>
      ) : null}
    </>
  );
}
