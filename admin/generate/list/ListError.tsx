import { useListContext } from 'react-admin';
import { LoadError } from '../../frame/LoadError.tsx';
import { useResourceScreen } from '../resource-screen.tsx';

/** Error state of a list. */
export function ListError() {
  const { resource } = useResourceScreen();
  const { error, refetch } = useListContext();
  return <LoadError what={resource.label} error={error} onRetry={refetch} />;
}
