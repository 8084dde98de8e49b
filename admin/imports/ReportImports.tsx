import { ShowBase, useRecordContext, useRequireAccess } from 'react-admin';
import type { Report } from '#schemas/generated/types.ts';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';
import { ImportsPage } from './ImportsPage.tsx';

/** Imports of report rows, opened from a report. */
export function ReportImports() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'edit', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={fullRecordQuery}>
      <OfReport />
    </ShowBase>
  );
}

function OfReport() {
  const report = useRecordContext<Report>();
  if (!report) return null;
  const { id, name, kind } = report;
  return <ImportsPage address={`/api/reports/${id}/rows/import`} resource="ReportRow" kind={kind} of={{ id, name }} />;
}
