import { useInfiniteQuery } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { orderPlace, patchInWords } from '#schemas/changes/words/patch-words.ts';
import { type FieldDescription, labelOfPath } from '#schemas/changes/words/place.ts';
import type { Form } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { OrderAction, OrderVersion } from '#schemas/generated/types.ts';
import { noteAction } from '#schemas/orders/bypass.ts';
import { mayChangeData } from '#schemas/orders/order-fields.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { lineNamesOf, versionInWords } from '#schemas/orders/version-words.ts';
import { waiversInWords } from '#schemas/orders/waiver-words.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import type { NamedRecord, PopulatedOrder } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { lazyComponent } from '../../forms/lazyComponent.tsx';
import { Button } from '../../look/Button.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { Skeleton } from '../../look/Skeleton.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { OrderActionInput } from '../editing/savedOrder.ts';
import { lazyDialog } from '../lazyParts.ts';
import { LazyTransitionDialog } from '../lifecycle/lazyDialogs.ts';
import { deliveryErrors, MailEntry, type OrderMail, ResendButton, useOrderMails } from '../mail/OrderMails.tsx';
import type { HistoryEntry } from './HistoryDialog.tsx';
import { HidesAccessButton } from './hidesAccessButton.ts';
import styles from './Timeline.module.css';
import { useUserNames } from './useUserNames.ts';

interface VersionsPage {
  pagination: { next?: string };
  results: OrderVersion[];
}

const LazyHistoryDialog = lazyDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);
const MayLink = lazyComponent(async () => (await import('../../access/AccessButton.tsx')).AccessButton);

const pageSize = 50;

interface Props {
  order: PopulatedOrder;
  revision: number;
  form: Form;
  channel: NamedRecord;
  /** What the person may do with the order. */
  rights: OrderRights;
  /** Restores an earlier revision. Resolves to the questions that have to be answered again, or null if it failed. */
  onRestore: (revision: number) => Promise<readonly { message: string }[] | null>;
  /** Adds a note for the team. Without it, the page has its own way to do so. */
  onAddNote?: (action: OrderActionInput) => Promise<boolean>;
}

/**
 * The history of an order (timeline): versions, actions and mails with person and time, newest first, up to a revision.
 * A new order has none before it is created.
 */
export function Timeline(props: Props) {
  return props.order.id ? <OrderTimeline {...props} /> : null;
}

function OrderTimeline({ order, revision, form, channel, rights, onRestore, onAddNote }: Props) {
  const toast = useToast();
  const isInOtherApp = use(HidesAccessButton);
  const mayNote = onAddNote !== undefined && (rights.canUpdate || rights.canModerate);
  const [isNoting, setNoting] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const place = useMemo(() => orderPlace(form), [form]);
  const versions = useInfiniteQuery({
    queryKey: ['orders', 'versions', order.id, revision],
    queryFn: ({ pageParam, signal }) =>
      request<VersionsPage>({
        path: `orders/${order.id}/versions`,
        query: { limit: pageSize, after: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
    // Each save changes the query key; keep the previous list until the new one is loaded.
    placeholderData: (before) => before,
  });
  const loadedVersions = versions.data?.pages.flatMap(({ results }) => results) ?? [];
  const isWhole = versions.data !== undefined && !versions.hasNextPage;
  const mails = useOrderMails(order);
  const entries = timelineEntries({
    versions: loadedVersions,
    actions: order.actions,
    mails: mails.data?.results,
    isWhole,
  });
  const nameOf = useUserNames(
    entries.flatMap(({ user }) => user ?? []),
    order.id,
  );
  const authorOf = ({ user, userName, actor }: TimelineEntry) =>
    authorText(nameOf(user) ?? userName ?? 'Someone', actor);
  const stops = stopsOf(entries, order, { isWhole, wordsOf: (each) => `${authorOf(each)} ${wordsOf(each, place)}` });
  return (
    <section className={styles.timeline} aria-labelledby="order-history">
      <div className={styles.head}>
        <h2 id="order-history" tabIndex={-1} className={styles.title}>
          History
        </h2>
        <div className={styles.actions}>
          {!isInOtherApp && <MayLink type="Order" id={order.id} />}
          {stops.length > 1 && <Button onClick={() => setLooking(true)}>Earlier versions</Button>}
          {mayNote && <Button onClick={() => setNoting(true)}>{noteAction.words.label}</Button>}
        </div>
      </div>
      {isLooking && (
        <LazyHistoryDialog
          order={order}
          channel={channel}
          stops={stops}
          onClose={() => setLooking(false)}
          onRestore={
            mayChangeData(order, rights)
              ? (earlier) => {
                  setLooking(false);
                  void onRestore(earlier).then((questions) => questions && toast(restoredWords(questions)));
                }
              : undefined
          }
        />
      )}
      {isNoting && mayNote && (
        <LazyTransitionDialog
          transition={noteAction}
          question={noteAction.words.question}
          onClose={() => setNoting(false)}
          onAnswer={({ notes = '' }) => {
            setNoting(false);
            void onAddNote?.({ kind: 'NOTE', notes }).then((isDone) => isDone && toast(noteAction.words.done));
          }}
        />
      )}
      {versions.isPending && <Skeleton lines={3} />}
      {versions.error && <LoadError error={versions.error} onRetry={() => void versions.refetch()} />}
      {mails.error && <LoadError error={mails.error} onRetry={() => void mails.refetch()} />}
      <ol className={styles.versions}>
        {entries.map((each) => (
          <li key={each.id} className={styles.version}>
            {each.mail ? (
              <MailEntry mail={each.mail} by={each.user && (nameOf(each.user) ?? 'Someone')} />
            ) : (
              <span>{`${authorOf(each)} ${wordsOf(each, place)}`}</span>
            )}
            <span className={styles.time}>
              <RelativeTime instant={each.time} />
            </span>
            {each.texts.map((text) => (
              <blockquote key={text} className={styles.reason} data-mail={each.mail ? true : undefined}>
                {each.mail ? text : `“${text}”`}
              </blockquote>
            ))}
            {each.action &&
              waiversInWords(form, each.action).map(({ lead, rejections }) => (
                <div key={lead} className={styles.waivers}>
                  <span>{lead}</span>
                  <ul>
                    {rejections.map((rejection) => (
                      <li key={rejection}>{rejection}</li>
                    ))}
                  </ul>
                </div>
              ))}
            {each.mail && rights.canModerate && <ResendButton order={order.id} mail={each.mail} />}
          </li>
        ))}
        {versions.data && !versions.hasNextPage && (
          <li className={styles.version}>
            <span>Order started</span>
            <span className={styles.time}>
              <RelativeTime instant={order.createdAt} />
            </span>
          </li>
        )}
      </ol>
      {versions.hasNextPage && (
        <div>
          <Button isBusy={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
            Show earlier changes
          </Button>
        </div>
      )}
    </section>
  );
}

/** Describes an entry, to follow the person's name. */
function wordsOf({ version, action }: TimelineEntry, place: FieldDescription): string {
  if (version) return versionInWords(version.extra) ?? patchInWords(place, version.patch, lineNamesOf(version.extra));
  if (action?.kind === 'NOTE_RESOLVED') return 'resolved a note';
  if (action?.kind !== 'NOTE') return 'made a decision about the order';
  const field = action.path && labelOfPath(place, keysOf(action.path));
  return field ? `${noteAction.words.past} on “${field}”` : noteAction.words.past;
}

interface StopOptions {
  isWhole: boolean;
  wordsOf: (happening: TimelineEntry) => string;
}

/** Returns the restorable states, oldest first: the result of each version, and the initial state. */
function stopsOf(
  entries: readonly TimelineEntry[],
  { createdAt }: PopulatedOrder,
  { isWhole, wordsOf: describe }: StopOptions,
): HistoryEntry[] {
  const versionEntries = entries.filter(({ version }) => version).toReversed();
  const stops = versionEntries.map((each) => ({ revision: each.revision, words: describe(each), time: each.time }));
  const [first] = stops;
  if (!isWhole || !first || first.revision <= 1) return stops;
  return [{ revision: first.revision - 1, words: 'Order started', time: createdAt }, ...stops];
}

/** How many of the questions the toast names. */
const maxNamed = 3;

function restoredWords(questions: readonly { message: string }[]): string {
  const named = questions.slice(0, maxNamed).map(({ message }) => message);
  const more = questions.length > maxNamed ? [`${questions.length - maxNamed} more`] : [];
  return ['Restored', ...named, ...more].join('. ');
}

/**
 * One timeline entry of an order: a saved version (with the action that created it), an action without a version, or a
 * mail.
 */
interface TimelineEntry {
  id: string;
  /** The order's revision at that time. Entries are sorted by it, because clocks differ. */
  revision: number;
  /** Null for automatic entries. */
  user: string | null;
  /** The user's name at that time, because readers of the order may not be allowed to read the user. */
  userName?: string;
  /** The name of the person who acted for the user. */
  actor?: string;
  /** An ISO timestamp. */
  time: string;
  /** The person's own words; for a mail, the recipients that it did not reach. */
  texts: string[];
  version?: OrderVersion;
  action?: OrderAction;
  mail?: OrderMail;
}

interface HistorySources {
  /** Newest first. */
  versions: readonly OrderVersion[];
  actions: readonly OrderAction[];
  /** Newest first. */
  mails?: readonly OrderMail[];
  /** Whether there are no earlier versions to load. */
  isWhole: boolean;
}

/** Returns the timeline entries, newest first: the versions, and the actions and mails of the same period. */
export function timelineEntries({ versions, actions, mails = [], isWhole }: HistorySources): TimelineEntry[] {
  const actionsByRevision = new Map(actions.map((action) => [action.orderRevision, action]));
  const versionEntries = versions.map((version): TimelineEntry => {
    const action = actionsByRevision.get(version.orderRevision);
    actionsByRevision.delete(version.orderRevision);
    const { user, userName, actor, reason } = version.extra;
    const optionalNames = {
      ...(typeof userName === 'string' ? { userName } : {}),
      ...(isRecord(actor) && typeof actor.name === 'string' ? { actor: actor.name } : {}),
    };
    return {
      ...{ id: version.id, revision: version.orderRevision, user: String(user), time: version.timestamp, version },
      texts: textsOf([reason, action?.notes, action?.reason]),
      ...optionalNames,
      ...(action ? { action } : {}),
    };
  });
  const first = isWhole ? 0 : (versions.at(-1)?.orderRevision ?? 0);
  const actionEntries = [...actionsByRevision.values()]
    .filter(({ orderRevision }) => orderRevision > first)
    .map(
      (action): TimelineEntry => ({
        ...{ id: action.id, revision: action.orderRevision, user: action.user, time: action.createdAt, action },
        texts: textsOf([action.notes, action.reason]),
        ...(action.userName ? { userName: action.userName } : {}),
        ...(action.actor ? { actor: action.actor.name } : {}),
      }),
    );
  const mailEntries = mails
    .map(
      (mail): TimelineEntry => ({
        ...{
          id: mail.id,
          user: mail.resendOf ? mail.by : null,
          time: mail.createdAt,
          mail,
          texts: deliveryErrors(mail),
        },
        // Mails from before revisions were recorded are sorted by time.
        revision: mail.orderRevision ?? versionEntries.find(({ time }) => time <= mail.createdAt)?.revision ?? 0,
      }),
    )
    .filter(({ revision }) => isWhole || revision >= first);
  // A mail comes after the version that caused it.
  return [...mailEntries, ...versionEntries, ...actionEntries].sort((one, other) => other.revision - one.revision);
}

const textsOf = (candidates: readonly unknown[]): string[] => [
  ...new Set(candidates.filter((text): text is string => typeof text === 'string' && text !== '')),
];
