import { Alert, Box, Typography } from '@mui/material';
import { type KeyboardEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LinePreview } from '#portal/orders/line-form/LinePreview.tsx';
import { useLineCheck } from '#portal/orders/line-form/useLineCheck.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps } from '../generate/override.ts';

/** Editor of a product's line schema, with validation faults and a preview of the line. */
export function LineSchemaInput(props: FieldProps) {
  const id = useId();
  const parent: unknown = useWatch({ name: 'parent' });
  const schema = useLastObject(useWatch({ name: props.source }));
  const [typed, setTyped] = useState<JsonMap>();
  const { faults, line, error } = useLineCheck({
    schema,
    parent: typeof parent === 'string' && parent !== '' ? parent : null,
    data: typed,
  });
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <JsonInput {...props} faults={faults} />
      <Box
        component="section"
        aria-labelledby={id}
        onKeyDown={stopPropagation}
        sx={{ position: { lg: 'sticky' }, top: 'calc(var(--under-bar) + 16px)', alignSelf: 'start', minWidth: 0 }}
      >
        <Typography component="h3" variant="body2" id={id} sx={{ fontWeight: 600, mb: 0.5 }}>
          Order line preview
        </Typography>
        <Typography variant="caption" component="p" color="text.secondary" sx={{ mb: 1.5 }}>
          The line as it appears on orders, including fields from parent products. Values you enter here are only a
          sample.
        </Typography>
        <Box role="status" sx={{ '&:empty': { display: 'none' }, mb: 1.5 }}>
          {faults.length > 0 ? (
            <Alert severity="warning">
              {line ? 'The schema has errors. This preview shows the last valid version.' : 'The schema has errors.'}
            </Alert>
          ) : null}
          {error ? <Alert severity="error">{`We couldn't check the line: ${error.message}`}</Alert> : null}
        </Box>
        {line ? <LinePreview line={line} typed={typed} onType={setTyped} /> : null}
      </Box>
    </Box>
  );
}

/** The last typed value that is an object; an empty input counts as an empty schema. */
function useLastObject(value: unknown): JsonMap {
  const [last, setLast] = useState<JsonMap>(isRecord(value) ? value : {});
  const now = value === null || value === undefined ? none : isRecord(value) ? value : last;
  // The form returns copies, so compare by content.
  if (isEqual(now, last)) return last;
  setLast(now);
  return now;
}

const none: JsonMap = {};

/** Keeps Enter in the sample from submitting the form around it. */
function stopPropagation(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
