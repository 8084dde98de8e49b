import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import { lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { ImportsLink } from './ImportsLink.tsx';

const ProofImports = lazyPage(async () => (await import('./ImportsPage.tsx')).ProofImports);

export const proofOfWork: Override<'ProofOfWork'> = {
  icon: VerifiedOutlined,
  listActions: ImportsLink,
  routes: [{ path: 'imports', element: <ProofImports /> }],
};
