import { useListContext } from 'react-admin';
import { LoadError } from '../../frame/NotLoaded.tsx';
import { useResourceScreen } from '../described.tsx';

/** Error state of a list. */
export function ListError() {
  const { resource } = useResourceScreen();
  const { error, refetch } = useListContext();
  return <LoadError what={resource.label} error={error} onRetry={refetch} />;
}
