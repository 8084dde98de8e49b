import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { AccessExplanation, GrantOrigin, Verdict } from '#schemas/access/access-explanation.ts';
import { accessReasons, verdictText } from '#schemas/access/access-labels.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { request } from '../api/request.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';

/**
 * The access explanation in a dialog: which role, membership or guild allows an action, and what is missing for the
 * others.
 */
export function AccessDialog({
  title,
  record,
  onClose,
}: {
  title: string;
  /** Without a record, the dialog lists the person's rights in general. */
  record?: { type: string; id: string };
  onClose: () => void;
}) {
  return (
    <Dialog title={title} isWide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <PermissionList {...(record ? { record } : {})} />
    </Dialog>
  );
}

/**
 * Lists the permissions of the signed-in person, in general or for one record, each with its reasons (access
 * explanation). For a record it also lists what is denied, and which right would allow it.
 */
function PermissionList({ record }: { record?: { type: string; id: string } }) {
  const why = useQuery({
    queryKey: ['rights', record ?? null],
    queryFn: ({ signal }) =>
      request<AccessExplanation>({
        path: 'users/me/rights',
        ...(record ? { query: { type: record.type, record: record.id } } : {}),
        signal,
      }),
    staleTime: 0,
  });
  if (why.error) return <LoadError error={why.error} onRetry={() => void why.refetch()} />;
  if (!why.data) return <Skeleton lines={6} />;
  const visibleRights = why.data.rights
    .map(({ type, actions }) => ({ type, actions: actions.filter(({ isAllowed }) => record || isAllowed) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <>
      {visibleRights.map(({ type, actions }) => (
        <Fragment key={type}>
          {!record && <h3>{labelOf(type)}</h3>}
          {actions.map((verdict) => (
            <Reasons key={verdict.action} verdict={verdict} />
          ))}
        </Fragment>
      ))}
      {record?.type === 'Order' && (
        <p>An order's status may limit this further. The buttons of the order show what you can do now.</p>
      )}
    </>
  );
}

function Reasons({ verdict }: { verdict: Verdict<GrantOrigin> }) {
  return (
    <dl>
      <dt>
        <strong>{verdictText(verdict)}</strong>
      </dt>
      {accessReasons(verdict).map((reason) => (
        <dd key={reason}>{reason}</dd>
      ))}
    </dl>
  );
}
