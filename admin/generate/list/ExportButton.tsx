import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useListContext, useNotify } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { download } from '../../provider/http.ts';
import { BarButton } from './BarButton.tsx';
import { csvAddress } from './csv-address.ts';

interface ExportButtonProps {
  label: string;
  columns: Field[];
  /** Exports only these records. */
  ids?: unknown[];
}

/** Downloads the list with its filters, sort order and columns as CSV, all pages. */
export function ExportButton({ label, columns, ids }: ExportButtonProps) {
  const { resource, filter, filterValues, sort, total } = useListContext();
  const notify = useNotify();
  const exportFilter = ids ? { id: ids } : { ...filterValues, ...filter };
  const save = async () => {
    try {
      await download(csvAddress({ path: resource, filter: exportFilter, sort, columns }));
    } catch (error) {
      notify(`Export failed: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
  };
  return <BarButton label={label} icon={<FileDownloadOutlined />} disabled={total === 0} onClick={() => void save()} />;
}
