import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Skeleton,
  TextField,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { readForm } from '#schemas/forms/read-form.ts';
import type { FormVersion } from '#schemas/generated/types.ts';
import { formDifferences } from '#schemas/publishing/differences.ts';
import { request } from '../../provider/http.ts';
import { DialogSection } from './BacktestSection.tsx';
import { FormDiff } from './FormDiff.tsx';

interface CompareVersionsProps {
  /** The form's id. */
  form: string;
  number: number;
  /** The number of the newest version. */
  newest: number;
  onClose: () => void;
}

/** Diff of two form versions in words. Also shows the reason if the later one was published with failing examples. */
export function CompareVersions({ form, number, newest, onClose }: CompareVersionsProps) {
  const title = useId();
  const [other, setOther] = useState(number > 1 ? number - 1 : Math.min(newest, number + 1));
  const numbers = [...new Set([number, other])];
  const { data: versions, error } = useQuery({
    queryKey: ['form-versions', form, ...numbers],
    queryFn: ({ signal }) => readVersions(form, numbers, signal),
  });
  const [earlier, later] = [Math.min(number, other), Math.max(number, other)];
  const differences = useMemo(() => {
    const [before, after] = [earlier, later].map((each) => versions?.find((version) => version.number === each));
    return before && after ? formDifferences(readForm(before.formSchema), readForm(after.formSchema)) : undefined;
  }, [versions, earlier, later]);
  const { redReason, redExamples = [] } = versions?.find((version) => version.number === later) ?? {};
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={title}>
      <DialogTitle id={title}>{`Compare version ${number}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <TextField
          select
          label="With version"
          value={other}
          onChange={({ target }) => setOther(Number(target.value))}
          sx={{ mt: 1, maxWidth: 200 }}
        >
          {Array.from({ length: newest }, (_, index) => newest - index)
            .filter((each) => each !== number)
            .map((each) => (
              <MenuItem key={each} value={each}>
                {each}
              </MenuItem>
            ))}
        </TextField>
        {error ? <Alert severity="error">{error.message}</Alert> : null}
        {!differences && !error ? <Skeleton variant="rectangular" height={120} /> : null}
        {differences ? (
          <DialogSection title={`Changes from version ${earlier} to version ${later}`}>
            <FormDiff differences={differences} />
          </DialogSection>
        ) : null}
        {redExamples.length > 0 ? (
          <Alert severity="warning">
            {`Version ${later} was published with failing examples (${redExamples.join(', ')}). Reason: ${redReason ?? ''}`}
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Loads versions of a form by their numbers. */
export async function readVersions(
  form: string,
  numbers: readonly number[],
  signal: AbortSignal,
): Promise<FormVersion[]> {
  const columns = 'number,formSchema,examples,redReason,redExamples';
  const url = `/api/forms/${form}/versions?number=${numbers.join()}&columns=${columns}`;
  const { json } = await request(url, { signal });
  return json.results;
}
