import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { ChartBars } from '../charts/Bars.tsx';
import { PageSection } from '../frame/PageSection.tsx';
import type { useDashboard } from './useDashboard.ts';

type Rejection = NonNullable<ReturnType<typeof useDashboard>['data']>['refusals'][number];

/**
 * The form fields that block the most submissions, because they are missing or a rule rejects them. Each row links to
 * its form.
 */
export function RejectedSubmissions({ refusals, from }: { refusals: Rejection[]; from: string }) {
  const navigate = useNavigate();
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <PageSection title="Top reasons for rejected submissions">
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ mb: 1 }}
        >{`How often a field blocked an order from being submitted since ${from}.`}</Typography>
        {refusals.length === 0 ? (
          <Typography color="text.secondary">No submissions were rejected.</Typography>
        ) : (
          <>
            <ChartBars
              labels={refusals.map(({ label }) => label)}
              series={[{ label: 'Rejections', data: refusals.map(({ count }) => count), colour: 'var(--accent)' }]}
              text={(count) => count.toLocaleString('en-US')}
              height={200}
              onPick={(index) => {
                const form = refusals[index]?.form;
                if (form) void navigate(`/forms/${form}`);
              }}
            />
            <Box
              component="table"
              aria-label="Top reasons for rejected submissions"
              sx={{
                width: '100%',
                borderCollapse: 'collapse',
                fontSize: 13,
                '& th, & td': { py: 0.5, textAlign: 'left', fontWeight: 400 },
              }}
            >
              <thead>
                <Box component="tr" sx={{ color: 'text.secondary' }}>
                  <th scope="col">Field</th>
                  <th scope="col">Form</th>
                  <th scope="col">Reason</th>
                  <th scope="col">Times</th>
                </Box>
              </thead>
              <tbody>
                {refusals.map(({ form, formName, path, label, reason, count }) => (
                  <tr key={`${form} ${path} ${reason}`}>
                    <th scope="row" title={path}>
                      {label}
                    </th>
                    <td>
                      <Link component={RouterLink} to={`/forms/${form}`} color="text.primary" underline="always">
                        {formName}
                      </Link>
                    </td>
                    <td>{reason === 'missing' ? 'Missing' : 'Rejected by its rule'}</td>
                    <td>{count.toLocaleString('en-US')}</td>
                  </tr>
                ))}
              </tbody>
            </Box>
          </>
        )}
      </PageSection>
    </Box>
  );
}
