import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { ReferenceField, useGetList, useRecordContext } from 'react-admin';
import type { AuditEntry, AuditExport } from '#schemas/generated/types.ts';
import { lazyPage } from '../frame/lazy-component.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { BarButton } from '../generate/list/BarButton.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

const AuditPage = lazyPage(async () => (await import('./AuditPage.tsx')).AuditPage);

/** The user that the actor acted for; empty if they acted for themselves. */
function OnBehalf({ source }: FieldProps) {
  const entry = useRecordContext<AuditEntry>();
  if (!entry || entry.user === entry.actor) return null;
  return <ReferenceField source={source} reference="users" link={false} emptyText="" />;
}

/** Says until when the entries are in exports instead of this list, and leads there. */
function OlderEntries() {
  const newest = { pagination: { page: 1, perPage: 1 }, sort: { field: 'firstSequence', order: 'DESC' } } as const;
  const { data = [] } = useGetList<AuditExport>('audit_exports', newest);
  const [last] = data;
  if (!last) return null;
  return (
    <BarButton
      label={`Until ${formatDateTime(last.until)}: exports`}
      icon={<FolderZipOutlined />}
      to="/audit_exports"
    />
  );
}

export const auditLog: Override<'AuditEntry'> = {
  icon: HistoryOutlined,
  cells: { user: OnBehalf },
  listActions: OlderEntries,
  views: { record: AuditPage },
};
