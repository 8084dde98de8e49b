import { useListContext } from 'react-admin';
import { NotLoaded } from '../../frame/NotLoaded.tsx';
import { useDescribed } from '../described.tsx';

/** Error state of a list. */
export function ListError() {
  const { resource } = useDescribed();
  const { error, refetch } = useListContext();
  return <NotLoaded what={resource.label} error={error} onRetry={refetch} />;
}
