import { useRequireAccess } from 'react-admin';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { ImportsPage } from './ImportsPage.tsx';

/** Imports of proof of work. */
export function ProofImports() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'create', resource: resource.path });
  if (isPending) return null;
  return <ImportsPage address="/api/proof_of_work/import" resource="ProofOfWork" kind={null} />;
}
