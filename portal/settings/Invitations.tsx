import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { formatDateTime } from '../look/formatTime.ts';
import { useToast } from '../look/Toasts.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import styles from './SettingsPage.module.css';

interface Invitation {
  id: string;
  entity: { name: string };
  by: { name: string };
  flags: number;
  expires: string;
}

type Decision = 'accept' | 'decline';

/** The open invitations to organizations, to accept or decline. Renders nothing if there are none. */
export function Invitations() {
  const cache = useQueryClient();
  const toast = useToast();
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => request<Invitation[]>({ path: 'invitations', signal }),
  });
  const decide = useMutation({
    mutationFn: ({ invitation: { id }, how }: { invitation: Invitation; how: Decision }) =>
      request({ method: 'POST', path: `invitations/${id}/${how}`, body: {} }),
    onSuccess: (_, { invitation, how }) =>
      toast(how === 'accept' ? `You're now a member of ${invitation.entity.name}` : 'Invitation declined'),
    // A new membership changes what the person may see, so invalidate every query.
    onSettled: () => cache.invalidateQueries(),
  });
  const open = invitations.data ?? [];
  if (open.length === 0 && !invitations.error && !decide.error) return null;
  return (
    <section className={styles.section} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <p className={styles.hint}>
        Members can see and work with everything in an organization. Nothing changes until you accept. If you decline,
        the person who invited you isn't notified.
      </p>
      {invitations.error && <Banner status="error" title={invitations.error.message} />}
      {decide.error &&
        (needsReauthentication(decide.error) ? (
          <ReauthenticationBanner
            subject="accepting an invitation"
            note="Sign in, then accept the invitation here."
            onBack={decide.reset}
          />
        ) : (
          <Banner status="error" title={decide.error.message} />
        ))}
      <ul className={styles.rows}>
        {open.map((invitation) => (
          <li key={invitation.id} className={styles.row}>
            <span className={styles.name}>
              <span>{invitation.entity.name}</span>
              <span className={styles.note}>
                {`${invitation.by.name} invited you${invitation.flags & manageMembers ? ', also to manage its members' : ''}. Expires ${formatDateTime(invitation.expires)}.`}
              </span>
            </span>
            <Button
              aria-label={`Accept: ${invitation.entity.name}`}
              isBusy={decide.isPending}
              onClick={() => decide.mutate({ invitation, how: 'accept' })}
            >
              Accept
            </Button>
            <Button
              kind="quiet"
              aria-label={`Decline: ${invitation.entity.name}`}
              isBusy={decide.isPending}
              onClick={() => decide.mutate({ invitation, how: 'decline' })}
            >
              Decline
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The bit of the flag for managing members (spec 6). */
const manageMembers = 1;
