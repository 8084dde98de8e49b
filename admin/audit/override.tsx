import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import { ReferenceField, useRecordContext } from 'react-admin';
import type { AuditEntry } from '#schemas/generated/types.ts';
import { lazyPage } from '../frame/lazy-component.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

const AuditPage = lazyPage(async () => (await import('./AuditPage.tsx')).AuditPage);

/** The user that the actor acted for; empty if they acted for themselves. */
function OnBehalf({ source }: FieldProps) {
  const entry = useRecordContext<AuditEntry>();
  if (!entry || entry.user === entry.actor) return null;
  return <ReferenceField source={source} reference="users" link={false} emptyText="" />;
}

export const auditLog: Override<'AuditEntry'> = {
  icon: HistoryOutlined,
  cells: { user: OnBehalf },
  views: { record: AuditPage },
};
