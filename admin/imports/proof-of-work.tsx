import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { lazy } from 'react';
import type { Override } from '../generate/override.ts';
import { ImportsLink } from './ImportsLink.tsx';

const ProofImports = lazy(async () => ({ default: (await import('./ProofImports.tsx')).ProofImports }));

export const proofOfWork: Override<'ProofOfWork'> = {
  icon: FactCheckOutlined,
  listActions: ImportsLink,
  routes: [{ path: 'imports', element: <ProofImports /> }],
};
