import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import type { FieldComponent, Override } from '../generate/override.ts';

const Reference = lazy(async () => ({ default: (await import('./reference/Reference.tsx')).Reference }));
const FormVersions = lazy(async () => ({ default: (await import('./FormVersions.tsx')).FormVersions }));

export const forms: Override<'Form'> = {
  icon: ArticleOutlined,
  inputs: {
    formSchema: later(async () => (await import('./FormSchemaInput.tsx')).FormSchemaInput),
    tableColumns: later(async () => (await import('./columns/TableColumns.tsx')).TableColumns),
  },
  // A backtest stands where the form is published.
  children: { FormVersion: FormVersions, FormBacktest: () => null },
  routes: [{ path: 'reference', element: <Reference /> }],
};

/** What is fetched with the first form: it brings the form engine. */
function later(load: () => Promise<FieldComponent>): FieldComponent {
  const Input = lazy(async () => ({ default: await load() }));
  return (props) => (
    <Suspense fallback={<Skeleton variant="rectangular" height={120} />}>
      <Input {...props} />
    </Suspense>
  );
}
