import { useRequireAccess } from 'react-admin';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { ImportsPage } from './ImportsPage.tsx';

/** Imports into the list of a resource. */
export function RecordImports() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'create', resource: resource.path });
  if (isPending) return null;
  return <ImportsPage address={`/api/${resource.path}/import`} resource={resource.name} kind={null} />;
}
