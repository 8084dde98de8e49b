import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { rolesInWords } from '#schemas/access/account-rights.ts';
import { googleReturn, googleSignInErrors } from '#schemas/access/google-sign-in-errors.ts';
import { isApiKey } from '#schemas/access/sign-in-methods.ts';
import type { AuthProvider, User } from '#schemas/generated/types.ts';
import {
  isOrderNotification,
  type OrderNotification,
  orderNotificationLabels,
} from '#schemas/mail/order-notifications.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { sizeInWords } from '#schemas/texts/size-in-words.ts';
import { AccessDialog } from '../access/AccessDialog.tsx';
import { ApiError } from '../api/ApiError.ts';
import { request } from '../api/request.ts';
import { confirmLeave } from '../frame/history.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useLeaveGuard } from '../frame/useLeaveGuard.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button, buttonClass } from '../look/Button.tsx';
import { LabeledInput } from '../look/Field.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useToast } from '../look/Toasts.tsx';
import { setPreferences, usePreferences } from '../preferences/preferenceStore.ts';
import { type Preferences, preferenceValues } from '../preferences/preferences.ts';
import { useSession, useSignedIn } from '../session/SessionProvider.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { EmailAddresses } from './EmailAddresses.tsx';
import { PasskeyNotice, Passkeys } from './Passkeys.tsx';
import { PasswordRow } from './PasswordRow.tsx';
import { needsReauthentication, ReauthenticationBanner } from './ReauthenticationBanner.tsx';
import { Sessions } from './Sessions.tsx';
import styles from './SettingsPage.module.css';
import { SignInMethodList } from './SignInMethodRow.tsx';
import { useSignInMethods } from './useSignInMethods.ts';

/** The settings page: account, sign-in methods, notifications, and appearance in this browser. */
export function SettingsPage() {
  return (
    <div className={styles.page}>
      <PageHead title="Settings" />
      <PasskeyNotice />
      <Invitations />
      <AccountForm />
      <EmailAddresses />
      <SignInMethods />
      <NotificationSettings />
      <StorageQuota />
      <PermissionsSection />
      <Sessions />
      <AppearanceSettings />
    </div>
  );
}

/** The section that explains one's permissions and where they come from. */
function PermissionsSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="rights">
      <h2 id="rights">What you can do</h2>
      <p className={styles.hint}>Your roles, memberships and guild decide this.</p>
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Show what you can do</Button>
      </div>
      {isOpen && <AccessDialog title="What you can do, and why" onClose={() => setOpen(false)} />}
    </section>
  );
}

interface FileUsage {
  used: number;
  allowed: number;
}

/** The storage quota of the person's files. */
function StorageQuota() {
  const { data, error } = useQuery({
    queryKey: ['files', 'usage'],
    queryFn: ({ signal }) => request<FileUsage>({ path: 'files/usage', signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="file-room">
      <h2 id="file-room">Your files</h2>
      {error && <Banner status="error" title={error.message} />}
      {data && (
        <p
          className={styles.hint}
        >{`Your uploads use ${sizeInWords(data.used)} of your ${sizeInWords(data.allowed)}. Files that are no longer used are removed after 7 days.`}</p>
      )}
    </section>
  );
}

/** The sign-in methods besides magic links, and the API keys of the account. */
function SignInMethods() {
  const { user } = useSignedIn();
  const switches = useSignInMethods();
  const providersOf = (type: (typeof user.authProviders)[number]['type']) =>
    user.authProviders.filter((each) => each.type === type);
  const isOwn = user.proxiedBy === undefined;
  return (
    <section className={styles.section} aria-labelledby="sign-in-methods">
      <h2 id="sign-in-methods">Sign-in methods</h2>
      <p className={styles.hint}>
        {`You can also sign in with a link to one of your addresses, unless your role requires a passkey and you have one. Changes here require a sign-in within the last 15 minutes, and we notify you of them by e-mail.${!isOwn ? ` Only ${user.name} can make changes, not someone signed in as ${user.name}.` : ''}`}
      </p>
      {switches.isPending && <Skeleton lines={4} />}
      {switches.error && <LoadError error={switches.error} onRetry={() => void switches.refetch()} />}
      {switches.data && (
        <>
          <Passkeys isOwn={isOwn} />
          <PasswordRow method={providersOf('BASIC')[0]} isOn={switches.data.auth.basic} isOwn={isOwn} />
          <GoogleAccountRow methods={providersOf('GOOGLE')} isOn={switches.data.auth.google} isOwn={isOwn} />
          <ApiKeys methods={user.authProviders.filter(({ type }) => isApiKey(type))} isOwn={isOwn} />
        </>
      )}
    </section>
  );
}

interface GoogleAccountRowProps {
  methods: AuthProvider[];
  isOn: boolean;
  isOwn: boolean;
}

/** The Google accounts linked to this account: link and unlink them. */
function GoogleAccountRow({ methods, isOn, isOwn }: GoogleAccountRowProps) {
  const [{ error, returnPath }] = useState(() => googleReturn(location));
  const [isFresh, setFresh] = useState(error !== 'stale');
  const navigate = useNavigate();
  useEffect(() => {
    // Remove the code from the address, so that a reload does not show the error again.
    if (error) void navigate(returnPath, { replace: true });
  }, [error, returnPath, navigate]);
  return (
    <>
      <h3>Google</h3>
      <SignInMethodList
        methods={methods}
        isOwn={isOwn}
        textsOf={(method) => ({
          notes: isOn ? [] : ["Turned off at the moment. You can't sign in with it."],
          question: 'Unlink this Google account?',
          consequence: `You'll no longer be able to sign in with ${method.label ?? 'it'}, unless one of your addresses here belongs to the account. Signing in with it then links it again.`,
        })}
      />
      {methods.length === 0 && <p className={styles.hint}>{isOn ? 'No account linked.' : 'Turned off.'}</p>}
      {error && error !== 'stale' && <Banner status="error" title={googleSignInErrors[error].message} />}
      {!isFresh && (
        <ReauthenticationBanner
          subject="linking a Google account"
          note="Sign in, then link the account here."
          onBack={() => setFresh(true)}
        />
      )}
      {isOn && isOwn && (
        <div className={styles.actions}>
          <a
            className={buttonClass()}
            href={`/api/auth/google?purpose=link&returnTo=${encodeURIComponent(returnPath)}`}
          >
            Link a Google account
          </a>
        </div>
      )}
    </>
  );
}

type LookKey = keyof typeof preferenceValues;

const questions: Record<LookKey, { title: string; hint: string }> = {
  themePreset: { title: 'Theme', hint: 'Auto follows your system.' },
  layoutDensity: {
    title: 'Density',
    hint: 'Cozy puts labels inside fields. Auto is compact on a wide screen with a mouse, else cozy.',
  },
  textSize: { title: 'Text size', hint: '' },
};

const words: Record<(typeof preferenceValues)[LookKey][number], string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'Auto',
  compact: 'Compact',
  cozy: 'Cozy',
  normal: 'Normal',
  small: 'Small',
};

/** The appearance settings of this browser (spec 2, 'Settings and preferences'). A choice applies at once. */
function AppearanceSettings() {
  const preferences = usePreferences();
  return (
    <section className={styles.section} aria-labelledby="look-settings">
      <h2 id="look-settings">Appearance</h2>
      <p className={styles.hint}>Stored in this browser.</p>
      <Choice name="themePreset" value={preferences.themePreset} />
      <Choice name="layoutDensity" value={preferences.layoutDensity} />
      <Choice name="textSize" value={preferences.textSize} />
    </section>
  );
}

function Choice<Key extends LookKey>({ name, value }: { name: Key; value: Preferences[Key] }) {
  const { title, hint } = questions[name];
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.options}>
        {preferenceValues[name].map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => setPreferences({ [name]: option })}
            />
            <span>{words[option]}</span>
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  );
}

/** The form for one's own name, with the logout button. */
function AccountForm() {
  const { user } = useSignedIn();
  const { setUser, signOut, reload } = useSession();
  const toast = useToast();
  const [name, setName] = useState(user.name);
  const save = useMutation({
    mutationFn: () =>
      request<User>({ method: 'PATCH', path: 'users/me', revision: user.revision, body: { name: name.trim() } }),
    onSuccess: (saved) => {
      // The session has more than the record, such as `needsPasskey`.
      setUser({ ...user, ...saved });
      toast('Name saved');
    },
  });
  const logOutCall = useMutation({ mutationFn: signOut });
  const isNamed = name.trim() !== '' && name.trim() !== user.name;
  const question = useLeaveGuard(isNamed);
  const logOut = async () => {
    if (await confirmLeave()) logOutCall.mutate();
  };
  const isConflict = save.error instanceof ApiError && save.error.code === 'RESOURCE_CONFLICT';
  const wrong = save.error instanceof ApiError ? save.error.fields.find(({ path }) => path === '/name') : undefined;
  return (
    <form
      className={styles.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <h2>You</h2>
      <LabeledInput
        label="Name"
        isRequired
        autoComplete="name"
        value={name}
        error={wrong?.message ?? (name.trim() === '' ? 'Missing required field: Name' : undefined)}
        onChange={(event) => setName(event.target.value)}
      />
      <dl className={styles.facts}>
        <dt>E-mail</dt>
        <dd>{user.email}</dd>
      </dl>
      {save.error && !wrong && (
        <Banner
          status="error"
          title={isConflict ? 'Your account was changed somewhere else.' : save.error.message}
          actions={isConflict && <Button onClick={() => void reload()}>Reload</Button>}
        />
      )}
      {logOutCall.error && <Banner status="error" title={logOutCall.error.message} />}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" disabled={!isNamed} isBusy={save.isPending}>
          Save name
        </Button>
        <Button onClick={() => void logOut()} isBusy={logOutCall.isPending}>
          Log out
        </Button>
      </div>
      {question}
    </form>
  );
}

interface Invitation {
  id: string;
  entity: { name: string };
  by: { name: string };
  flags: number;
  expires: string;
  roles: User['roles'];
}

type Decision = 'accept' | 'decline';

/** The open invitations to organizations, to accept or decline. Renders nothing if there are none. */
function Invitations() {
  const cache = useQueryClient();
  const { reload } = useSession();
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
    // A new membership changes what the person may do and see: reload their rights, then every query.
    onSettled: async () => {
      await reload();
      await cache.invalidateQueries();
    },
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
                {`${invitation.by.name} invited you${invitation.flags & manageMembers ? ', also to manage its members' : ''}. Expires ${momentText(invitation.expires)}.`}
              </span>
              {invitation.roles.length > 0 && (
                <span className={styles.note}>{`If you accept, you also get ${rolesInWords(invitation.roles)}.`}</span>
              )}
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

const all = Object.keys(orderNotificationLabels).filter(isOrderNotification);

/** The notification settings for mails about orders. A choice applies at once. */
function NotificationSettings() {
  const { user } = useSignedIn();
  const { setUser, reload } = useSession();
  const save = useMutation({
    mutationFn: (noticesOff: OrderNotification[]) =>
      request<User>({ method: 'PATCH', path: 'users/me', revision: user.revision, body: { noticesOff } }),
    onSuccess: setUser,
    onSettled: () => setSaving(null),
  });
  // Optimistic update: shows the choice while it is saved, and reverts it after an error.
  const [saving, setSaving] = useState<OrderNotification[] | null>(null);
  const off = saving ?? user.noticesOff;
  const choose = (noticesOff: OrderNotification[]) => {
    setSaving(noticesOff);
    save.mutate(noticesOff);
  };
  return (
    <section className={styles.section} aria-labelledby="notices">
      <h2 id="notices">E-mail about orders</h2>
      <p className={styles.hint}>
        We notify you of what others do, never of your own actions. Sign-in e-mails are always sent.
      </p>
      <ul className={styles.rows}>
        {all.map((notice) => (
          <li key={notice}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={!off.includes(notice)}
                onChange={({ target }) => {
                  // One save at a time, because each needs the revision of the previous one.
                  if (!saving) choose(target.checked ? off.filter((each) => each !== notice) : [...off, notice]);
                }}
              />
              <span>{orderNotificationLabels[notice]}</span>
            </label>
          </li>
        ))}
      </ul>
      {save.error && (
        <Banner
          status="error"
          title={save.error.message}
          actions={<Button onClick={() => void reload().then(() => save.reset())}>Reload</Button>}
        />
      )}
    </section>
  );
}
