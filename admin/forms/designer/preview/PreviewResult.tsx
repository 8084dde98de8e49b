import { Box, Link } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { describeProblem } from '#portal/forms/describeProblem.ts';
import { rowNames } from '#portal/forms/rowNames.ts';
import type { FormStore } from '#portal/forms/store/formStore.ts';
import { useFormProblems } from '#portal/forms/store/hooks.ts';
import { widgetName } from '#schemas/forms/name-of.ts';

/** Outcome of the filled form: validation problems, fields hidden by scripts, and the data. */
export function PreviewResult({ store }: { store: FormStore }) {
  const problems = useFormProblems(store);
  const hidden = useSyncExternalStore(store.subscribeHidden, store.hidden);
  const data = useSyncExternalStore(store.subscribeAll, store.values);
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box component="section" aria-label="Problems">
        <Box role="status" sx={{ typography: 'subtitle2' }}>
          {problems.length === 0 ? 'Ready to submit.' : `${problems.length} to correct before it can be submitted`}
        </Box>
        <Box component="ul" sx={list}>
          {problems.slice(0, maxEntries).map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>
              <Link component="button" type="button" align="left" onClick={() => store.focusProblem(problem.path)}>
                {describeProblem(store, problem).text}
              </Link>
            </li>
          ))}
        </Box>
        {problems.length > maxEntries ? <Box>{`and ${problems.length - maxEntries} more`}</Box> : null}
      </Box>
      {hidden.length > 0 ? (
        <Box component="section" aria-label="Hidden by scripts">
          <Box sx={{ typography: 'subtitle2' }}>Hidden by scripts</Box>
          <Box component="ul" sx={list}>
            {hidden.slice(0, maxEntries).map(({ widget, row }) => (
              <li key={store.elementId(widget, row)}>{[...rowNames(row), widgetName(widget)].join(', ')}</li>
            ))}
          </Box>
          {hidden.length > maxEntries ? <Box>{`and ${hidden.length - maxEntries} more`}</Box> : null}
        </Box>
      ) : null}
      <Box component="details">
        <Box component="summary" sx={{ typography: 'subtitle2', cursor: 'pointer' }}>
          Data
        </Box>
        <Box
          component="pre"
          // Scrollable content must be reachable by keyboard.
          tabIndex={0}
          role="region"
          aria-label="Form data"
          sx={{ m: 0, p: 1, maxHeight: 320, overflow: 'auto', bgcolor: 'action.hover', fontSize: 12 }}
        >
          {JSON.stringify(data, null, 2)}
        </Box>
      </Box>
    </Box>
  );
}

/** Maximum number of entries per list. */
const maxEntries = 50;
const list = { m: 0, pl: 2.5 };
