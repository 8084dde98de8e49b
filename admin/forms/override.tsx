import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';

const Reference = lazyPage(async () => (await import('./reference/AuthorReference.tsx')).AuthorReference);
const FormVersions = lazyComponent(async () => (await import('./FormVersions.tsx')).FormVersions);

export const forms: Override<'Form'> = {
  icon: ArticleOutlined,
  // Lazy: they pull in the form engine.
  inputs: {
    formSchema: lazyComponent(async () => (await import('./FormSchemaInput.tsx')).FormSchemaInput, { height: 120 }),
    tableColumns: lazyComponent(async () => (await import('./columns/TableColumns.tsx')).TableColumns, { height: 120 }),
  },
  // Backtests are shown in the publish dialog, not as a table.
  children: { FormVersion: FormVersions, FormBacktest: () => null },
  routes: [{ path: 'reference', element: <Reference /> }],
};
