import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useListContext, useNotify } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { download } from '../../provider/http.ts';
import { BarButton } from './BarButton.tsx';
import { csvAddress } from './csv-address.ts';

interface ExportButtonProps {
  label: string;
  columns: Field[];
  /** Only these records, instead of all that the list's filters leave. */
  ids?: unknown[];
}

/** Downloads the list as it stands, all of its pages, as CSV. */
export function ExportButton({ label, columns, ids }: ExportButtonProps) {
  const { resource, filter, filterValues, sort, total } = useListContext();
  const notify = useNotify();
  const asked = ids ? { id: ids } : { ...filterValues, ...filter };
  const save = async () => {
    try {
      await download(csvAddress({ path: resource, filter: asked, sort, columns }));
    } catch (error) {
      notify(`No file was made: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
  };
  return <BarButton label={label} icon={<FileDownloadOutlined />} disabled={total === 0} onClick={() => void save()} />;
}
