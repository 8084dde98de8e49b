import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import { lazily, lazyPage } from '../frame/lazily.tsx';
import type { Override } from '../generate/override.ts';

const Reference = lazyPage(async () => (await import('./reference/Reference.tsx')).Reference);
const FormVersions = lazily(async () => (await import('./FormVersions.tsx')).FormVersions);

export const forms: Override<'Form'> = {
  icon: ArticleOutlined,
  // Lazy: they pull in the form engine.
  inputs: {
    formSchema: lazily(async () => (await import('./FormSchemaInput.tsx')).FormSchemaInput, { height: 120 }),
    tableColumns: lazily(async () => (await import('./columns/TableColumns.tsx')).TableColumns, { height: 120 }),
  },
  // Backtests are shown in the publish dialog, not as a table.
  children: { FormVersion: FormVersions, FormBacktest: () => null },
  routes: [{ path: 'reference', element: <Reference /> }],
};
